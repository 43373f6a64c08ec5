"""Logs that harnesses write -> items: a file for each kind of tool, found by the registry.

In reading order::

    registry        what a log and a format of logs are; read_items()
    joining         logs joined as items: which score, which direction, which names
    of_inspect      Inspect
    of_lm_eval      lm-evaluation-harness and lighteval
    of_suites       HELM and Every Eval Ever
    of_alpaca_eval  AlpacaEval's annotations
    of_tau_bench    tau-bench's trials
    of_tables       any table or JSON Lines with columns for model, item and score
"""
