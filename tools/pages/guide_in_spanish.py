"""The decision guide in Spanish."""

from __future__ import annotations

from dataclasses import replace

from pages.guide_in_english import ENGLISH
from pages.guide_words import Answer, Language, Step
from pages.rules_es import RULES_ES, SOURCES_ES

_WORDS = (
    Step(
        "¿Qué datos tiene?",
        "La unidad de todo lo que sigue es el *problema*: un conjunto de datos, una función, una "
        "tarea. Las ejecuciones de un mismo problema no cuentan como problemas.",
        (
            Answer(
                "Un resultado de cada algoritmo en cada problema",
                "`evenkeel compare results.csv --better higher`, "
                "`evenkeel.compare(read(...))`. Siga con el paso 2.",
            ),
            Answer(
                "Muchas ejecuciones de cada algoritmo en cada problema",
                "`evenkeel runs runs.csv`, `evenkeel.compare_runs(read_runs(...))`: cada problema "
                "por separado, y después la comparación de los agregados según los pasos que "
                "siguen.",
            ),
            Answer(
                "Resultados con huecos",
                "`--missing keep` compara lo que hay, `drop-problem` y `drop-algorithm` dejan "
                "fuera, `worst` toma un fallo por el peor resultado. Qué opción es la correcta "
                "depende de por qué faltan resultados.",
            ),
            Answer(
                "Solo lo que imprime un artículo",
                "`evenkeel from-ranks`, `evenkeel from-pvalues`, `evenkeel audit`: lo que se sigue "
                "de las cifras impresas, teniendo en cuenta su redondeo.",
            ),
        ),
    ),
    Step(
        "¿Cuántos algoritmos?",
        "Una familia de hipótesis se contrasta en conjunto; dos algoritmos dan una sola hipótesis.",
        (
            Answer(
                "Dos",
                "[El test de rangos con signo de Wilcoxon](../methods/pairs/wilcoxon.md), y "
                "[el test de los signos](../methods/pairs/sign.md) como primera mirada: "
                "`evenkeel.wilcoxon(a, b)`.",
            ),
            Answer(
                "Tres o más",
                "Primero un test ómnibus, después un procedimiento post-hoc sobre la familia: "
                "`evenkeel.compare`. Siga con el paso 3.",
            ),
        ),
    ),
    Step(
        "¿Hay bastantes problemas?",
        "El número de problemas decide qué diferencias pueden verse. `evenkeel.problems_needed` y "
        "`evenkeel power` lo planifican de antemano; la tabla al final de esta página muestra qué "
        "advertencias corresponden a qué tamaños.",
        (
            Answer("Menos problemas que algoritmos", "Apenas puede detectarse diferencia alguna."),
            Answer(
                "Hasta unos diez",
                'Leyes sin aproximación: `omnibus_method="permutation"`, `method="exact"`.',
            ),
            Answer("El doble de problemas que de algoritmos, o más", "Siga con el paso 4."),
            Answer(
                "Muchísimos",
                "Las diferencias pequeñas resultan significativas: muestre su tamaño junto al "
                "valor p.",
            ),
        ),
    ),
    Step(
        "¿Qué test ómnibus?",
        "Pregunta si todos los algoritmos rinden igual, y sus rangos pasan a los tests post-hoc.",
        (
            Answer(
                "En general",
                "La forma de [Iman y Davenport](../methods/omnibus/iman-davenport.md) del "
                "[test de Friedman](../methods/omnibus/friedman.md): la opción por defecto.",
            ),
            Answer(
                "Cuatro algoritmos o menos, resultados en escalas comparables",
                "[Rangos alineados](../methods/omnibus/aligned.md): "
                '`ranking="aligned", method="exact"`.',
            ),
            Answer(
                "Los problemas con diferencias mayores importan más",
                '[El test de Quade](../methods/omnibus/quade.md): `ranking="quade"`, con la razón.',
            ),
            Answer(
                "Se predijo un orden de antemano",
                "[El test de tendencia de Page](../methods/omnibus/page.md): "
                "`evenkeel.page_trend`.",
            ),
            Answer(
                "Hay huecos",
                "[El test de Skillings y Mack](../methods/omnibus/skillings-mack.md), o "
                "[el de Durbin](../methods/omnibus/durbin.md) para diseños equilibrados.",
            ),
            Answer(
                "Los primeros y últimos puestos deben pesar más",
                "[El test de Van der Waerden](../methods/omnibus/van-der-waerden.md).",
            ),
        ),
    ),
    Step(
        "¿Qué valores p para un par?",
        "Los documentos los toman de los rangos medios, cuya ley supone que *todos* los algoritmos "
        "son iguales. Otras leyes miran solo a los dos.",
        (
            Answer(
                "Como en los documentos",
                '[Normal](../methods/laws/normal.md) (`ties="uncorrected"`). Por defecto, '
                "[calibrada](../methods/laws/calibrated.md), con la varianza dados los empates; o "
                "[exacta](../methods/laws/exact.md).",
            ),
            Answer(
                "El veredicto sobre dos no debe depender de los demás",
                "[La de Wilcoxon](../methods/laws/wilcoxon.md) si los tamaños de las diferencias "
                "son comparables entre problemas; si no, [la de los signos]"
                "(../methods/laws/sign.md). "
                "`compare` mira dos veces, la segunda así, y empieza por lo que muestran ambas.",
            ),
        ),
    ),
    Step(
        "¿Un control, o todos los pares?",
        "Menos hipótesis se contrastan con más potencia, pero solo si se eligieron de antemano.",
        (
            Answer(
                "Un método nuevo frente a otros, nombrado antes de ver los resultados",
                '`control="Mine"`, `--control Mine`: k - 1 hipótesis.',
            ),
            Answer(
                "Ningún algoritmo destaca de antemano",
                "Todos los pares, por defecto: k(k - 1) / 2.",
            ),
        ),
    ),
    Step(
        "¿Qué procedimiento?",
        "Cada uno tiene [su página](../methods/index.md) con fórmula, supuestos y error medido. "
        "Elija antes de mirar.",
        (
            Answer(
                "Con un control",
                "[Holm](../methods/procedures/holm.md) no supone nada; "
                "[Hommel](../methods/procedures/hommel.md) y "
                "[Hochberg](../methods/procedures/hochberg.md) necesitan dependencia positiva y "
                "rechazan algo más.",
            ),
            Answer(
                "Todos los pares",
                "[Bergmann-Hommel](../methods/procedures/bergmann.md), el más potente de los "
                "válidos, o [Shaffer](../methods/procedures/shaffer.md); "
                "[permutación cerrada](../methods/procedures/closed-permutation.md) si los demás "
                "algoritmos no deben influir.",
            ),
            Answer(
                "Muchísimas hipótesis, y algunos falsos rechazos son tolerables",
                "[Benjamini-Hochberg](../methods/procedures/benjamini-hochberg.md) controla su "
                "proporción esperada, que no es el error de la familia.",
            ),
        ),
    ),
    Step(
        "¿Qué puede concluirse?",
        "Una hipótesis rechazada es una diferencia que difícilmente se debe al azar. Una que no se "
        "rechaza no queda demostrada.",
        (
            Answer(
                "¿Cuánto mide?",
                "[Tamaños del efecto](../methods/analyses/effect.md) con intervalos: "
                "`evenkeel.effect_sizes`.",
            ),
            Answer(
                "¿Son iguales en la práctica?",
                "[Equivalencia](../methods/analyses/equivalence.md) dentro de un margen fijado de "
                "antemano: `evenkeel.equivalence`.",
            ),
            Answer(
                "¿Cuán probable es una diferencia práctica?",
                "[Una comparación bayesiana](../methods/analyses/bayes.md): `evenkeel.bayes`.",
            ),
            Answer(
                "¿Qué rangos son posibles?",
                "[Conjuntos de confianza para los rangos](../methods/analyses/rank-sets.md): "
                "`evenkeel.rank_sets`.",
            ),
        ),
    ),
)

# Which rules and figures belong to a step is said once.
_STEPS = tuple(
    replace(words, rules=step.rules, measured=step.measured)
    for words, step in zip(_WORDS, ENGLISH.steps, strict=True)
)

SPANISH = Language(
    "¿Qué test necesito?",
    "Ocho preguntas, en el orden en que un estudio se las encuentra. Bajo cada una están las "
    "reglas que `compare` aplica por sí mismo a su tabla (su *consejo*), y lo que se ha medido. "
    "La página se genera a partir de esas mismas reglas, de modo que no pueden diferir.",
    _STEPS,
    {"problem": "Problema.", "caution": "Precaución.", "note": "Nota."},
    "Lo que dice el consejo, si procede",
    "Lo que se ha medido (en inglés, tal como está en la página de calibración)",
    "Todas las cifras",
    "Qué advertencias corresponden a qué tamaño",
    "Lo que responde el consejo a tablas de n problemas y k algoritmos que no tienen nada raro "
    "salvo su tamaño. Un punto: ninguna.",
    "../../",
    RULES_ES,
    SOURCES_ES,
)
