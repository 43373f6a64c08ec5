"""Ratings by votes."""

from evenkeel.analyses.registry import CONFIDENCE, FILE_ANALYSES, Analysis, AnalysisOption

FILE_ANALYSES.register(
    Analysis(
        "votes",
        title="Ratings by votes",
        summary="How strong models are by votes on two of their answers, which places they may "
        "have, and whether one number a model is enough.",
        function="evenkeel.voting.boards:votes",
        takes="files",
        files="Tables with a row a vote: model_a, model_b, winner, and judge, prompt (question_id) "
        "and position if there are any; several files are read below each other.",
        options=(
            AnalysisOption(
                "model",
                "Model",
                "davidson, in which ties have a parameter, or bradley-terry, in which they are "
                "half a win, as arenas count them.",
                "choice",
                "davidson",
                ("davidson", "bradley-terry"),
            ),
            AnalysisOption(
                "style",
                "Held fixed",
                "Covariates to hold fixed, with commas, such as length,markdown; each has the "
                "columns NAME_a and NAME_b.",
            ),
            AnalysisOption(
                "position", "Position", "Hold the position fixed as well.", "flag", False
            ),
            AnalysisOption(
                "both_bad",
                "Both bad",
                "What a vote is that says both are bad: a tie, or none (drop).",
                "choice",
                "tie",
                ("tie", "drop"),
            ),
            AnalysisOption(
                "prior",
                "Prior",
                "Precision of a normal prior of the strengths; with 0.1 a model that won all its "
                "votes has a rating.",
                "number",
                0.0,
                least=0,
                most=1000,
            ),
            CONFIDENCE,
            AnalysisOption("model_a", "First model", "The column of the first model."),
            AnalysisOption("model_b", "Second model", "The column of the second model."),
            AnalysisOption("winner", "Winner", "The column that says who won."),
            AnalysisOption("judge", "Judge", "The column that names the judge."),
            AnalysisOption("prompt", "Prompt", "The column that names the prompt."),
        ),
        examples=(
            "votes battles.csv",
            "votes battles.csv --model bradley-terry --style length,markdown -o board.html",
        ),
        place=120,
    )
)
