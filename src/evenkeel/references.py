"""The publications that evenkeel rests on, each written once: as a line and as BibTeX.

Long because it is a list.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

_ACCENTS = {
    "š": r"{\v s}",
    "Š": r"{\v S}",
    "í": r"{\'\i}",
    "é": r"{\'e}",
    "á": r"{\'a}",
    "ü": '{\\"u}',
}


__all__ = ["Reference"]


@dataclass(frozen=True)
class Reference:
    """A publication.

    `authors` are written family name first, separated by ``" and "`` as in BibTeX; `source` is
    the journal, the book or the university.
    """

    key: str
    authors: str
    year: int
    title: str
    source: str
    kind: Literal["article", "incollection", "phdthesis"] = "article"
    volume: str = ""
    pages: str = ""
    doi: str = ""

    @property
    def short(self) -> str:
        """Authors and year, for running text: ``Garcia and Herrera (2008)``."""
        families = [author.split(",")[0] for author in self.authors.split(" and ")]
        names = f"{families[0]} et al." if len(families) > 2 else " and ".join(families)
        return f"{names} ({self.year})"

    @property
    def text(self) -> str:
        """The whole reference on one line."""
        authors = self.authors.replace(" and ", "; ")
        where = ", ".join(part for part in (self.source, self.volume, self.pages) if part)
        doi = f" doi:{self.doi}" if self.doi else ""
        return f"{authors} ({self.year}). {self.title}. {where}.{doi}"

    @property
    def bibtex(self) -> str:
        """The BibTeX entry."""
        home = {"article": "journal", "incollection": "booktitle", "phdthesis": "school"}[self.kind]
        fields = {
            "author": self.authors,
            "title": f"{{{self.title}}}",
            home: self.source,
            "year": str(self.year),
            "volume": self.volume,
            "pages": self.pages.replace("-", "--"),
            "doi": self.doi,
        }
        body = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields.items() if value)
        plain = "".join(_ACCENTS.get(character, character) for character in body)
        return f"@{self.kind}{{{self.key},\n{plain}\n}}"


_JASA = "Journal of the American Statistical Association"
_BIOMETRIKA = "Biometrika"
_AMS = "The Annals of Mathematical Statistics"
_JMLR = "Journal of Machine Learning Research"

_ALL = (
    Reference(
        "demsar2006",
        "Demšar, J.",
        2006,
        "Statistical comparisons of classifiers over multiple data sets",
        _JMLR,
        volume="7",
        pages="1-30",
    ),
    Reference(
        "garcia2008",
        "García, S. and Herrera, F.",
        2008,
        "An extension on 'Statistical comparisons of classifiers over multiple data sets' for all "
        "pairwise comparisons",
        _JMLR,
        volume="9",
        pages="2677-2694",
    ),
    Reference(
        "garcia2009",
        "García, S. and Molina, D. and Lozano, M. and Herrera, F.",
        2009,
        "A study on the use of non-parametric tests for analyzing the evolutionary algorithms' "
        "behaviour: a case study on the CEC'2005 special session on real parameter optimization",
        "Journal of Heuristics",
        volume="15",
        pages="617-644",
        doi="10.1007/s10732-008-9080-4",
    ),
    Reference(
        "garcia2010",
        "García, S. and Fernández, A. and Luengo, J. and Herrera, F.",
        2010,
        "Advanced nonparametric tests for multiple comparisons in the design of experiments in "
        "computational intelligence and data mining: experimental analysis of power",
        "Information Sciences",
        volume="180",
        pages="2044-2064",
        doi="10.1016/j.ins.2009.12.010",
    ),
    Reference(
        "derrac2011",
        "Derrac, J. and García, S. and Molina, D. and Herrera, F.",
        2011,
        "A practical tutorial on the use of nonparametric statistical tests as a methodology for "
        "comparing evolutionary and swarm intelligence algorithms",
        "Swarm and Evolutionary Computation",
        volume="1",
        pages="3-18",
        doi="10.1016/j.swevo.2011.02.002",
    ),
    Reference(
        "dixon1946",
        "Dixon, W. J. and Mood, A. M.",
        1946,
        "The statistical sign test",
        _JASA,
        volume="41",
        pages="557-566",
        doi="10.1080/01621459.1946.10501898",
    ),
    Reference(
        "wilcoxon1945",
        "Wilcoxon, F.",
        1945,
        "Individual comparisons by ranking methods",
        "Biometrics Bulletin",
        volume="1",
        pages="80-83",
        doi="10.2307/3001968",
    ),
    Reference(
        "hodges1963",
        "Hodges, J. L. and Lehmann, E. L.",
        1963,
        "Estimates of location based on rank tests",
        _AMS,
        volume="34",
        pages="598-611",
        doi="10.1214/aoms/1177704172",
    ),
    Reference(
        "friedman1937",
        "Friedman, M.",
        1937,
        "The use of ranks to avoid the assumption of normality implicit in the analysis of "
        "variance",
        _JASA,
        volume="32",
        pages="675-701",
        doi="10.1080/01621459.1937.10503522",
    ),
    Reference(
        "iman1980",
        "Iman, R. L. and Davenport, J. M.",
        1980,
        "Approximations of the critical region of the Friedman statistic",
        "Communications in Statistics - Theory and Methods",
        volume="9",
        pages="571-595",
        doi="10.1080/03610928008827904",
    ),
    Reference(
        "skillings1981",
        "Skillings, J. H. and Mack, G. A.",
        1981,
        "On the use of a Friedman-type statistic in balanced and unbalanced block designs",
        "Technometrics",
        volume="23",
        pages="171-177",
    ),
    Reference(
        "hodges1962",
        "Hodges, J. L. and Lehmann, E. L.",
        1962,
        "Rank methods for combination of independent experiments in analysis of variance",
        _AMS,
        volume="33",
        pages="482-497",
        doi="10.1214/aoms/1177704575",
    ),
    Reference(
        "quade1979",
        "Quade, D.",
        1979,
        "Using weighted rankings in the analysis of complete blocks with additive block effects",
        _JASA,
        volume="74",
        pages="680-683",
        doi="10.1080/01621459.1979.10481670",
    ),
    Reference(
        "eisinga2017",
        "Eisinga, R. and Heskes, T. and Pelzer, B. and Te Grotenhuis, M.",
        2017,
        "Exact p-values for pairwise comparison of Friedman rank sums, with application to "
        "comparing classifiers",
        "BMC Bioinformatics",
        volume="18",
        pages="68",
        doi="10.1186/s12859-017-1486-2",
    ),
    Reference(
        "rhyne1965",
        "Rhyne, A. L. and Steel, R. G. D.",
        1965,
        "Tables for a treatments versus control multiple comparisons sign test",
        "Technometrics",
        volume="7",
        pages="293-306",
    ),
    Reference(
        "doksum1967",
        "Doksum, K.",
        1967,
        "Robust procedures for some linear models with one observation per cell",
        _AMS,
        volume="38",
        pages="878-883",
        doi="10.1214/aoms/1177698881",
    ),
    Reference(
        "dunn1961",
        "Dunn, O. J.",
        1961,
        "Multiple comparisons among means",
        _JASA,
        volume="56",
        pages="52-64",
        doi="10.1080/01621459.1961.10482090",
    ),
    Reference(
        "sidak1967",
        "Šidák, Z.",
        1967,
        "Rectangular confidence regions for the means of multivariate normal distributions",
        _JASA,
        volume="62",
        pages="626-633",
        doi="10.1080/01621459.1967.10482935",
    ),
    Reference(
        "nemenyi1963",
        "Nemenyi, P. B.",
        1963,
        "Distribution-free multiple comparisons",
        "Princeton University",
        kind="phdthesis",
    ),
    Reference(
        "holm1979",
        "Holm, S.",
        1979,
        "A simple sequentially rejective multiple test procedure",
        "Scandinavian Journal of Statistics",
        volume="6",
        pages="65-70",
    ),
    Reference(
        "holland1987",
        "Holland, B. S. and Copenhaver, M. D.",
        1987,
        "An improved sequentially rejective Bonferroni test procedure",
        "Biometrics",
        volume="43",
        pages="417-423",
        doi="10.2307/2531823",
    ),
    Reference(
        "finner1993",
        "Finner, H.",
        1993,
        "On a monotonicity problem in step-down multiple test procedures",
        _JASA,
        volume="88",
        pages="920-923",
        doi="10.1080/01621459.1993.10476358",
    ),
    Reference(
        "hochberg1988",
        "Hochberg, Y.",
        1988,
        "A sharper Bonferroni procedure for multiple tests of significance",
        _BIOMETRIKA,
        volume="75",
        pages="800-802",
        doi="10.1093/biomet/75.4.800",
    ),
    Reference(
        "hommel1988",
        "Hommel, G.",
        1988,
        "A stagewise rejective multiple test procedure based on a modified Bonferroni test",
        _BIOMETRIKA,
        volume="75",
        pages="383-386",
        doi="10.1093/biomet/75.2.383",
    ),
    Reference(
        "rom1990",
        "Rom, D. M.",
        1990,
        "A sequentially rejective test procedure based on a modified Bonferroni inequality",
        _BIOMETRIKA,
        volume="77",
        pages="663-665",
        doi="10.1093/biomet/77.3.663",
    ),
    Reference(
        "li2008",
        "Li, J.",
        2008,
        "A two-step rejection procedure for testing multiple hypotheses",
        "Journal of Statistical Planning and Inference",
        volume="138",
        pages="1521-1527",
        doi="10.1016/j.jspi.2007.04.032",
    ),
    Reference(
        "shaffer1986",
        "Shaffer, J. P.",
        1986,
        "Modified sequentially rejective multiple test procedures",
        _JASA,
        volume="81",
        pages="826-831",
        doi="10.1080/01621459.1986.10478341",
    ),
    Reference(
        "bergmann1988",
        "Bergmann, B. and Hommel, G.",
        1988,
        "Improvements of general multiple test procedures for redundant systems of hypotheses",
        "Multiple Hypothesenprüfung",
        kind="incollection",
        pages="100-115",
        doi="10.1007/978-3-642-52307-6_8",
    ),
    Reference(
        "benjamini1995",
        "Benjamini, Y. and Hochberg, Y.",
        1995,
        "Controlling the false discovery rate: a practical and powerful approach to multiple "
        "testing",
        "Journal of the Royal Statistical Society: Series B",
        volume="57",
        pages="289-300",
        doi="10.1111/j.2517-6161.1995.tb02031.x",
    ),
    Reference(
        "benjamini2001",
        "Benjamini, Y. and Yekutieli, D.",
        2001,
        "The control of the false discovery rate in multiple testing under dependency",
        "The Annals of Statistics",
        volume="29",
        pages="1165-1188",
        doi="10.1214/aos/1013699998",
    ),
    Reference(
        "schuirmann1987",
        "Schuirmann, D. J.",
        1987,
        "A comparison of the two one-sided tests procedure and the power approach for assessing "
        "the equivalence of average bioavailability",
        "Journal of Pharmacokinetics and Biopharmaceutics",
        volume="15",
        pages="657-680",
        doi="10.1007/BF01068419",
    ),
    Reference(
        "berger1996",
        "Berger, R. L. and Hsu, J. C.",
        1996,
        "Bioequivalence trials, intersection-union tests and equivalence confidence sets",
        "Statistical Science",
        volume="11",
        pages="283-319",
        doi="10.1214/ss/1032280304",
    ),
    Reference(
        "agarwal2021",
        "Agarwal, R. and Schwarzer, M. and Castro, P. S. and Courville, A. C. and Bellemare, M. G.",
        2021,
        "Deep reinforcement learning at the edge of the statistical precipice",
        "Advances in Neural Information Processing Systems",
        volume="34",
        pages="29304-29320",
    ),
    Reference(
        "dolan2002",
        "Dolan, E. D. and Moré, J. J.",
        2002,
        "Benchmarking optimization software with performance profiles",
        "Mathematical Programming",
        volume="91",
        pages="201-213",
        doi="10.1007/s101070100263",
    ),
    Reference(
        "bradley1952",
        "Bradley, R. A. and Terry, M. E.",
        1952,
        "Rank analysis of incomplete block designs: I. The method of paired comparisons",
        _BIOMETRIKA,
        volume="39",
        pages="324-345",
        doi="10.2307/2334029",
    ),
    Reference(
        "strobl2011",
        "Strobl, C.; Wickelmaier, F. and Zeileis, A.",
        2011,
        "Accounting for individual differences in Bradley-Terry models by means of recursive "
        "partitioning",
        "Journal of Educational and Behavioral Statistics",
        volume="36",
        pages="135-153",
        doi="10.3102/1076998609359791",
    ),
    Reference(
        "eugster2014",
        "Eugster, M. J. A.; Leisch, F. and Strobl, C.",
        2014,
        "(Psycho-)analysis of benchmark experiments: A formal framework for investigating the "
        "relationship between data sets and learning algorithms",
        "Computational Statistics & Data Analysis",
        volume="71",
        pages="986-1000",
    ),
    Reference(
        "davidson1970",
        "Davidson, R. R.",
        1970,
        "On extending the Bradley-Terry model to accommodate ties in paired comparison experiments",
        _JASA,
        volume="65",
        pages="317-328",
        doi="10.1080/01621459.1970.10481082",
    ),
    Reference(
        "plackett1975",
        "Plackett, R. L.",
        1975,
        "The analysis of permutations",
        "Journal of the Royal Statistical Society: Series C",
        volume="24",
        pages="193-202",
        doi="10.2307/2346567",
    ),
    Reference(
        "ford1957",
        "Ford, L. R.",
        1957,
        "Solution of a ranking problem from binary comparisons",
        "The American Mathematical Monthly",
        volume="64",
        pages="28-33",
        doi="10.1080/00029890.1957.11989117",
    ),
    Reference(
        "efron1977",
        "Efron, B.",
        1977,
        "The efficiency of Cox's likelihood function for censored data",
        _JASA,
        volume="72",
        pages="557-565",
        doi="10.1080/01621459.1977.10480613",
    ),
    Reference(
        "kemeny1959",
        "Kemeny, J. G.",
        1959,
        "Mathematics without numbers",
        "Daedalus",
        volume="88",
        pages="577-591",
    ),
    Reference(
        "clopper1934",
        "Clopper, C. J. and Pearson, E. S.",
        1934,
        "The use of confidence or fiducial limits illustrated in the case of the binomial",
        _BIOMETRIKA,
        volume="26",
        pages="404-413",
        doi="10.1093/biomet/26.4.404",
    ),
    Reference(
        "thompson1936",
        "Thompson, W. R.",
        1936,
        "On confidence ranges for the median and other expectation distributions for populations "
        "of unknown distribution form",
        _AMS,
        volume="7",
        pages="122-128",
        doi="10.1214/aoms/1177732502",
    ),
    Reference(
        "kendall1939",
        "Kendall, M. G. and Babington Smith, B.",
        1939,
        "The problem of m rankings",
        _AMS,
        volume="10",
        pages="275-287",
        doi="10.1214/aoms/1177732186",
    ),
    Reference(
        "hedges1981",
        "Hedges, L. V.",
        1981,
        "Distribution theory for Glass's estimator of effect size and related estimators",
        "Journal of Educational Statistics",
        volume="6",
        pages="107-128",
        doi="10.3102/10769986006002107",
    ),
    Reference(
        "efron1987",
        "Efron, B.",
        1987,
        "Better bootstrap confidence intervals",
        _JASA,
        volume="82",
        pages="171-185",
        doi="10.1080/01621459.1987.10478410",
    ),
    Reference(
        "beran1988",
        "Beran, R.",
        1988,
        "Balanced simultaneous confidence sets",
        _JASA,
        volume="83",
        pages="679-686",
        doi="10.1080/01621459.1988.10478648",
    ),
    Reference(
        "cohen1992",
        "Cohen, J.",
        1992,
        "A power primer",
        "Psychological Bulletin",
        volume="112",
        pages="155-159",
        doi="10.1037/0033-2909.112.1.155",
    ),
    Reference(
        "cliff1993",
        "Cliff, N.",
        1993,
        "Dominance statistics: ordinal analyses to answer ordinal questions",
        "Psychological Bulletin",
        volume="114",
        pages="494-509",
        doi="10.1037/0033-2909.114.3.494",
    ),
    Reference(
        "grissom1994",
        "Grissom, R. J.",
        1994,
        "Probability of the superior outcome of one treatment over another",
        "Journal of Applied Psychology",
        volume="79",
        pages="314-316",
        doi="10.1037/0021-9010.79.2.314",
    ),
    Reference(
        "vargha2000",
        "Vargha, A. and Delaney, H. D.",
        2000,
        "A critique and improvement of the CL common language effect size statistics of McGraw "
        "and Wong",
        "Journal of Educational and Behavioral Statistics",
        volume="25",
        pages="101-132",
        doi="10.3102/10769986025002101",
    ),
    Reference(
        "newcombe2006",
        "Newcombe, R. G.",
        2006,
        "Confidence intervals for an effect size measure based on the Mann-Whitney statistic. "
        "Part 2: asymptotic methods and evaluation",
        "Statistics in Medicine",
        volume="25",
        pages="559-573",
        doi="10.1002/sim.2324",
    ),
    Reference(
        "romano2006",
        "Romano, J. and Kromrey, J. D. and Coraggio, J. and Skowronek, J.",
        2006,
        "Appropriate statistics for ordinal level data: should we really be using t-test and "
        "Cohen's d for evaluating group differences on the NSSE and other surveys?",
        "Annual Meeting of the Florida Association of Institutional Research",
        kind="incollection",
    ),
    Reference(
        "kerby2014",
        "Kerby, D. S.",
        2014,
        "The simple difference formula: an approach to teaching nonparametric correlation",
        "Comprehensive Psychology",
        volume="3",
        pages="11.IT.3.1",
        doi="10.2466/11.IT.3.1",
    ),
    Reference(
        "hesterberg2015",
        "Hesterberg, T. C.",
        2015,
        "What teachers should know about the bootstrap: resampling in the undergraduate "
        "statistics curriculum",
        "The American Statistician",
        volume="69",
        pages="371-386",
        doi="10.1080/00031305.2015.1089789",
    ),
    Reference(
        "benavoli2014",
        "Benavoli, A. and Mangili, F. and Corani, G. and Zaffalon, M. and Ruggeri, F.",
        2014,
        "A Bayesian Wilcoxon signed-rank test based on the Dirichlet process",
        "Proceedings of the 31st International Conference on Machine Learning",
        kind="incollection",
        volume="32(2)",
        pages="1026-1034",
    ),
    Reference(
        "corani2015",
        "Corani, G. and Benavoli, A.",
        2015,
        "A Bayesian approach for comparing cross-validated algorithms on multiple data sets",
        "Machine Learning",
        volume="100",
        pages="285-304",
        doi="10.1007/s10994-015-5486-z",
    ),
    Reference(
        "benavoli2017",
        "Benavoli, A. and Corani, G. and Demšar, J. and Zaffalon, M.",
        2017,
        "Time for a change: a tutorial for comparing multiple classifiers through Bayesian "
        "analysis",
        _JMLR,
        volume="18(77)",
        pages="1-36",
    ),
    Reference(
        "corani2017",
        "Corani, G. and Benavoli, A. and Demšar, J. and Mangili, F. and Zaffalon, M.",
        2017,
        "Statistical comparison of classifiers through Bayesian hierarchical modelling",
        "Machine Learning",
        volume="106",
        pages="1817-1837",
        doi="10.1007/s10994-017-5641-9",
    ),
    Reference(
        "wilson1927",
        "Wilson, E. B.",
        1927,
        "Probable inference, the law of succession, and statistical inference",
        "Journal of the American Statistical Association",
        volume="22",
        pages="209-212",
        doi="10.1080/01621459.1927.10502953",
    ),
    Reference(
        "newcombe1998",
        "Newcombe, R. G.",
        1998,
        "Interval estimation for the difference between independent proportions: comparison of "
        "eleven methods",
        "Statistics in Medicine",
        volume="17",
        pages="873-890",
        doi="10.1002/(SICI)1097-0258(19980430)17:8<873::AID-SIM779>3.0.CO;2-I",
    ),
    Reference(
        "brown2017",
        "Brown, N. J. L. and Heathers, J. A. J.",
        2017,
        "The GRIM test: a simple technique detects numerous anomalies in the reporting of results "
        "in psychology",
        "Social Psychological and Personality Science",
        volume="8",
        pages="363-369",
        doi="10.1177/1948550616673876",
    ),
    Reference(
        "korn1998",
        "Korn, E. L. and Graubard, B. I.",
        1998,
        "Confidence intervals for proportions with small expected number of positive counts "
        "estimated from survey data",
        "Survey Methodology",
        volume="24",
        pages="193-201",
    ),
    Reference(
        "westfall2008",
        "Westfall, P. H. and Troendle, J. F.",
        2008,
        "Multiple testing with minimal assumptions",
        "Biometrical Journal",
        volume="50",
        pages="745-755",
        doi="10.1002/bimj.200710456",
    ),
    Reference(
        "bonett2012",
        "Bonett, D. G. and Price, R. M.",
        2012,
        "Adjusted Wald confidence interval for a difference of binomial proportions based on "
        "paired data",
        "Journal of Educational and Behavioral Statistics",
        volume="37",
        pages="479-488",
        doi="10.3102/1076998611411915",
    ),
)

#: The publications by their key.
REFERENCES = {reference.key: reference for reference in _ALL}
