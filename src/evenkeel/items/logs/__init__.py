"""Logs that harnesses write -> items: a file for each kind of tool, found by the registry.

In reading order::

    registry  what a log and a format of logs are; read_items()
    joining   logs joined as items: which score, which direction, which names
    agents    logs of agents and judges: Inspect, tau-bench, AlpacaEval
    lm_eval   lm-evaluation-harness and lighteval
    suites    HELM and Every Eval Ever
    reports   promptfoo, SWE-bench, OpenAI Evals and DeepEval
    tables    any table or JSON Lines with columns for model, item and score
"""
