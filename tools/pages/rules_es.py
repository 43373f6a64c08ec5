"""The rules of advice in Spanish: title, reason and remedy by the name of the rule."""

from __future__ import annotations

RULES_ES: dict[str, tuple[str, str, str]] = {
    "more-algorithms-than-problems": (
        "No hay menos algoritmos que problemas",
        "Una comparación múltiple necesita menos algoritmos que problemas; con tan pocos problemas "
        "apenas puede detectarse diferencia alguna.",
        "Añada problemas, o compare menos algoritmos, elegidos antes de mirar los resultados.",
    ),
    "few-problems": (
        "Pocos problemas para tantos algoritmos",
        "La regla práctica pide un n de al menos 2k; por debajo es probable que se escapen "
        "diferencias que existen.",
        "Añada problemas, y no lea la falta de rechazos como prueba de igualdad.",
    ),
    "many-problems": (
        "Muchos problemas para tan pocos algoritmos",
        "Con n de 8k o más, los documentos advierten de que los tests pueden señalar diferencias "
        "demasiado pequeñas para importar.",
        "Indique cuánto miden las diferencias (estimación por contrastes) junto a los valores p.",
    ),
    "two-algorithms": (
        "Dos algoritmos piden un test por pares",
        "El test de Friedman y sus parientes están hechos para tres algoritmos o más.",
        "Use el test de rangos con signo de Wilcoxon, y el de los signos como primera mirada.",
    ),
    "wilcoxon-cannot-reject": (
        "Demasiado pocos problemas para el test de Wilcoxon",
        "Con cinco problemas o menos ningún resultado, por claro que sea, puede ser significativo "
        "al nivel 0,05.",
        "Añada problemas.",
    ),
    "wilcoxon-outliers": (
        "Pocos problemas para el test de Wilcoxon",
        "Con 11 problemas o menos, una sola diferencia atípica puede decidir el test de Wilcoxon.",
        "Mire las diferencias una a una antes de citar su valor p.",
    ),
    "wilcoxon-many": (
        "Muchos problemas para el test de Wilcoxon",
        "Los documentos aconsejan 30 problemas como mucho: con muchos, diferencias mínimas "
        "resultan significativas.",
        "Indique el tamaño de la diferencia (estimación de Hodges y Lehmann) junto al valor p.",
    ),
    "several-wilcoxon": (
        "Varios tests por pares no controlan el error de la familia",
        "Cada test añade su propia probabilidad de un falso rechazo.",
        "Cite los valores p ajustados de los procedimientos post-hoc; use las tablas por pares "
        "solo para mirar pares que interesaban de antemano.",
    ),
    "few-algorithms": (
        "Los rangos alineados y el test de Quade merecen una mirada",
        "Con cuatro algoritmos o menos, ordenar dentro de cada problema usa poco de los datos.",
        'Compare con ranking="aligned" (con method="exact") y, si los problemas con diferencias '
        'mayores son los más relevantes, con ranking="quade".',
    ),
    "quade-is-sensitive": (
        "El test de Quade depende de la elección de los problemas",
        "Toma los problemas con las mayores diferencias por los más importantes; unos pocos "
        "problemas elegidos pueden decidir el resultado.",
        "Diga por qué diferencias mayores significan problemas más relevantes, y muestre al lado "
        "el test de Friedman.",
    ),
    "aligned-is-liberal": (
        "La aproximación normal de los rangos alineados no está calibrada",
        "En una simulación nula (n = 20, k = 4) rechazó el 8,7% de las comparaciones simples con "
        "un nivel nominal del 5%.",
        'Use method="exact", que no tiene ese error, o method="calibrated" para tablas grandes.',
    ),
    "quade-z-is-conservative": (
        "La aproximación normal de los rangos de Quade es conservadora",
        "La ecuación (14) de los documentos toma (k - 1) / 2 veces la varianza exacta de una "
        "diferencia, de modo que para k > 3 se escapan diferencias.",
        'Use method="exact", o method="calibrated" para tablas muy grandes.',
    ),
    "conservative": (
        "Bonferroni-Dunn y su forma para todos los pares son conservadores",
        "El procedimiento de Holm hace los mismos supuestos, controla el mismo error y nunca "
        "rechaza menos.",
        "Muéstrelos en gráficos o para comparar con estudios antiguos; concluya con Holm o con un "
        "procedimiento que use más de la estructura.",
    ),
    "two-forms-of-nemenyi": (
        "El nombre de Nemenyi designa dos procedimientos",
        "Los documentos multiplican los valores p por el número de pares; Demsar y la mayoría de "
        "los programas comparan con el rango estudentizado, del que viene la diferencia crítica y "
        "que puede rechazar algo más o algo menos que Holm.",
        "Diga cuál de los dos muestra una tabla o una diferencia crítica.",
    ),
    "holm-is-missing": (
        "Debería mostrarse el procedimiento de Holm",
        "Es sencillo, no supone nada sobre la dependencia y nunca es más débil que "
        "Bonferroni-Dunn.",
        "Añádalo; el de Hochberg puede acompañarlo como complemento.",
    ),
    "li-is-weak": (
        "El procedimiento de Li solo luce cuando el mayor valor p es pequeño",
        "Su potencia cae con el mayor valor p sin ajustar; desde 0,5 otros son mejores.",
        "Concluya con Holm o Hochberg, que respetan el error de la familia.",
    ),
    "bergmann-decides": (
        "El procedimiento de Bergmann y Hommel encuentra más",
        "Usa todas las relaciones lógicas entre las hipótesis y es tan válido como los demás; los "
        "documentos lo recomiendan cuando las diferencias son pequeñas.",
        "Si ha de ser la base de las conclusiones, dígalo de antemano.",
    ),
    "ranks-alone": (
        "Los rangos por sí solos no demuestran nada",
        "Los rangos medios ordenan los algoritmos, pero sin una hipótesis rechazada el orden puede "
        "ser azar.",
        "No concluya del orden de los rangos que un algoritmo supera a otro.",
    ),
    "not-rejected": (
        "Lo que no se rechaza no queda demostrado como igual",
        "A un test que no rechaza pueden faltarle problemas para hacerlo; no muestra ni una "
        "diferencia ni que no la haya.",
        "Para mostrar que unos algoritmos están cerca, contraste su equivalencia dentro de un "
        "margen fijado de antemano (evenkeel.equivalence).",
    ),
    "sizes-beside-p-values": (
        "Un valor p no dice cuánto mide una diferencia",
        "Con muchos problemas son significativas diferencias pequeñas; con pocos no lo son las "
        "grandes.",
        "Indique el tamaño de una diferencia con su intervalo junto a su valor p: está en la tabla "
        "de los tests por pares, y hay otros (evenkeel.effect_sizes).",
    ),
    "choice-of-procedure": (
        "El procedimiento debe justificarse, no elegirse porque rechaza más",
        "Elegir entre procedimientos después de ver sus valores p aumenta el error que cada uno "
        "controla.",
        "Nombre un procedimiento y su razón antes de mirar, y concluya con ese.",
    ),
    "control-was-picked": (
        "El control se eligió por su rango",
        "Los mismos datos elegirían el control y lo contrastarían, de modo que sus valores p "
        "serían demasiado pequeños; que antes rechace el test ómnibus no lo remedia si algún "
        "algoritmo es malo.",
        "Se compararon todos los pares. Para contrastar menos hipótesis, nombre el control antes "
        "de ver los resultados.",
    ),
    "rests-on-the-pool": (
        "Rechazos que descansan en los demás algoritmos",
        "Los rangos se toman entre todos los algoritmos, y la ley de sus medias como si todos "
        "fueran iguales: un tercero puede invertir el veredicto sobre dos, y donde algunos ganan y "
        "pierden por más que esos dos, una hipótesis verdadera se rechaza más a menudo de lo "
        "que dice el nivel.",
        'Concluya con lo que muestran las dos miradas, o use method="wilcoxon" o method="sign", '
        "que miran solo las dos columnas.",
    ),
    "results-are-missing": (
        "Faltan resultados",
        "Los métodos para tablas con huecos suponen que un resultado no falta porque hubiera sido "
        "bueno o malo. Una ejecución que falló o agotó el tiempo falta porque es mala.",
        "Diga por qué faltan resultados. Si un fallo es un resultado, lea la tabla con "
        'missing="worst" (--missing worst), que lo pone en último lugar.',
    ),
    "holes-are-not-at-random": (
        "Los huecos van con la calidad de los algoritmos",
        "Lo que se supone que falta al azar no falta al azar: la comparación de lo que queda "
        "favorece a algunos algoritmos.",
        "Averigüe por qué faltan resultados, ejecute de nuevo lo que se pueda, o use "
        'missing="worst" si un fallo es un resultado.',
    ),
    "too-few-common-problems": (
        "Pares con demasiado pocos problemas comunes",
        "Con n problemas el menor valor p bilateral de un par es $2^{1-n}$, sean cuales sean sus "
        "resultados.",
        "Añada resultados de esos algoritmos en los mismos problemas, o deje fuera algunos "
        "algoritmos de antemano.",
    ),
    "ties": (
        "Empates y redondeo",
        "Los tests suponen valores continuos; el redondeo crea empates, que cuestan potencia y "
        "hacen menos exactas las aproximaciones.",
        'Use los resultados sin redondear; donde los empates son reales, method="exact" tiene su '
        "propia ley.",
    ),
    "sign-ties": (
        "El test de los signos no es exacto con empates",
        "Los documentos reparten los empates por igual entre los dos algoritmos, y medio empate no "
        "es una victoria: con 8 victorias, ninguna derrota y 20 empates p es 0,1849, mientras que "
        "dados los empates es 0,0078.",
        'Cite el test de los signos exacto, que deja fuera los empates: sign_ties="drop".',
    ),
    "constant": (
        "Un algoritmo es constante",
        "Una columna constante suele ser un identificador, un valor por defecto o una ejecución "
        "fallida.",
        "Asegúrese de que es un resultado.",
    ),
    "ceiling": (
        "Efecto techo",
        "Los problemas que varios algoritmos resuelven a la perfección, o tan bien como se puede, "
        "no pueden distinguirlos.",
        "Añada problemas más difíciles o use una medida más fina.",
    ),
    "few-runs": (
        "Menos de tres ejecuciones por celda",
        "Un algoritmo con una parte aleatoria necesita varias ejecuciones antes de que un número "
        "lo represente; dos no dicen casi nada de lo que daría una tercera.",
        "Haga al menos tres ejecuciones de cada algoritmo en cada problema; mejor 30.",
    ),
    "copied-problems": (
        "Problemas con los mismos resultados",
        "Todos los tests suponen que los problemas son independientes, también los no "
        "paramétricos; un problema repetido, o dos versiones de un conjunto de datos, cuentan "
        "por dos.",
        "Conserve uno de ellos, o diga por qué son dos problemas.",
    ),
    "different-scales": (
        "Los problemas tienen escalas muy distintas",
        "Los rangos alineados, el test de Wilcoxon y los contrastes comparan diferencias entre "
        "problemas, de modo que deciden los de mayor escala. Los rangos de Friedman no.",
        "Concluya a partir de los rangos dentro de cada problema, o lleve antes cada problema a "
        "[0, 1] (Results.scaled, en la línea de órdenes --scaled).",
    ),
    "contrasts-against-ranks": (
        "Los contrastes y los rangos no coinciden",
        "La estimación por contrastes supone que la diferencia esperada de dos algoritmos es la "
        "misma en todos los problemas, y no tiene probabilidad de error: dice cuánto mide una "
        "diferencia, no si la hay.",
        "Lea los contrastes como tamaños; concluya a partir de los valores p ajustados.",
    ),
    "multiple-sign-is-weak": (
        "El test múltiple de los signos es para diferencias muy claras",
        "Es rápido y fácil, pero tiene poca potencia: solo mira los signos.",
        "Úselo como primera mirada donde las diferencias sean muy claras; concluya a partir de los "
        "procedimientos post-hoc.",
    ),
    "hochberg-beside-holm": (
        "El procedimiento de Hochberg junto al de Holm",
        "Nunca rechaza menos, pero necesita valores p independientes o con dependencia positiva, "
        "y el de Holm no; en la práctica difieren poco.",
        "Muéstrelo junto al de Holm, y concluya a partir del que se nombró de antemano.",
    ),
    "all-pairs-or-a-control": (
        "Todos los pares cuestan potencia",
        "Se ajusta por menos hipótesis si un algoritmo, por ejemplo uno nuevo, se compara con los "
        "demás.",
        "Si la pregunta es sobre un algoritmo, nómbrelo como control antes de mirar; mantenga "
        "todos los pares si es sobre todos.",
    ),
    "control-must-stay": (
        "El control debe haberse nombrado antes",
        "El error de la familia es el de las k - 1 comparaciones con este control. Quien mira los "
        "resultados y toma otro control, o el mejor, ha hecho más comparaciones y lo pierde.",
        "Mantenga el control que se nombró; para comparar libremente, compare todos los pares.",
    ),
    "small-for-chi-square": (
        "Pocos problemas para las aproximaciones de muestras grandes",
        "Las aproximaciones ji-cuadrado y normal están pensadas para más de 10 problemas.",
        'Use omnibus_method="permutation" y method="exact", que no necesitan aproximación.',
    ),
}

#: Words of the sources; a longer one goes before one that is in it.
SOURCES_ES = {
    "exact law of the signed ranks": "ley exacta de los rangos con signo",
    "exact law of the signs": "ley exacta de los signos",
    "lecture slides, considerations": "transparencias de clase, consideraciones",
    "lecture slides, frequent questions": "transparencias de clase, preguntas frecuentes",
    "lecture slides": "transparencias de clase",
    "slides on evaluation": "transparencias sobre evaluación",
    "measured, see the documentation of": "medido, véase la documentación de",
    "derived from the permutation law, see": "deducido de la ley de permutación, véase",
    "selection effect; the documents take the best-ranked algorithm without comment": (
        "efecto de selección; los documentos toman el algoritmo de mejor rango sin comentario"
    ),
    "permutation test of the number of holes against the share of rivals beaten": (
        "test de permutación del número de huecos frente a la proporción de rivales superados"
    ),
    "good practice": "buena práctica",
    "Section": "sección",
    ", and ": ", y ",
    " and ": " y ",
    "Garcia": "García",
    "Demsar": "Demšar",
}
