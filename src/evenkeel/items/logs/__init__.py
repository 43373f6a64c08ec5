"""Logs that harnesses write -> items: a file for each kind of tool, found by the registry.

In reading order::

    registry    what a log and a format of logs are; sources -> Items
    harnesses   Inspect, lm-evaluation-harness, lighteval, HELM, Every Eval Ever
    judged      AlpacaEval's annotations
    trials      tau-bench's trials
    plain       any table or JSON Lines with columns for model, item and score
"""
