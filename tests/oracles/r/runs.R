# Normality, equal variances and single-problem tests by R, for tests/oracles/test_conditions_r.py
# and tests/oracles/test_single_problem_r.py. Needs the packages nortest and car.
# Run from the root of the repository: Rscript tests/oracles/r/runs.R
#
# The runs are data sets that come with R: cells of (algorithm, problem) with several values each.

suppressMessages({
  library(car)
  library(nortest)
})

stacked <- function(frame, algorithm, columns) {
  do.call(rbind, lapply(columns, function(column) {
    data.frame(algorithm = frame[[algorithm]], problem = column, value = frame[[column]])
  }))
}
cells <- list(
  morley = data.frame(algorithm = paste0("E", morley$Expt), problem = "light", value = morley$Speed),
  sprays = data.frame(algorithm = InsectSprays$spray, problem = "insects", value = InsectSprays$count),
  chickwts = data.frame(algorithm = chickwts$feed, problem = "weight", value = chickwts$weight),
  warpbreaks = data.frame(algorithm = warpbreaks$wool, problem = warpbreaks$tension,
                          value = warpbreaks$breaks),
  iris = stacked(iris, "Species", names(iris)[1:4]),
  sleep = data.frame(algorithm = paste0("drug", sleep$group), problem = "sleep", value = sleep$extra),
  plants = data.frame(algorithm = PlantGrowth$group, problem = "weight", value = PlantGrowth$weight)
)

exact <- function(x) format(as.numeric(x), digits = 17, scientific = TRUE, trim = TRUE)
line <- function(...) paste(..., sep = ",")
values <- "set,algorithm,problem,run,value"
normality <- "set,algorithm,problem,lilliefors,lilliefors_p,shapiro,shapiro_p"
variances <- "set,problem,levene,levene_p,brown_forsythe,brown_forsythe_p"
samples <- "set,problem,test,statistic,df1,df2,pvalue"
pairs <- "set,problem,first,second,test,statistic,pvalue"
for (set in names(cells)) {
  frame <- cells[[set]]
  frame$algorithm <- factor(frame$algorithm, levels = unique(as.character(frame$algorithm)))
  frame$problem <- as.character(frame$problem)
  for (problem in unique(frame$problem)) {
    part <- frame[frame$problem == problem, ]
    runs <- split(part$value, part$algorithm)
    for (algorithm in names(runs)) {
      x <- runs[[algorithm]]
      values <- c(values, line(set, algorithm, problem, seq_along(x), exact(x)))
      d <- lillie.test(x)
      w <- shapiro.test(x)
      normality <- c(normality, line(set, algorithm, problem, exact(d$statistic), exact(d$p.value),
                                     exact(w$statistic), exact(w$p.value)))
    }
    means <- leveneTest(value ~ algorithm, part, center = mean)
    medians <- leveneTest(value ~ algorithm, part, center = median)
    variances <- c(variances, line(set, problem, exact(means[1, 2]), exact(means[1, 3]),
                                   exact(medians[1, 2]), exact(medians[1, 3])))
    equal <- oneway.test(value ~ algorithm, part, var.equal = TRUE)
    welch <- oneway.test(value ~ algorithm, part)
    kruskal <- kruskal.test(value ~ algorithm, part)
    samples <- c(samples,
                 line(set, problem, "t", exact(equal$statistic), exact(equal$parameter[1]),
                      exact(equal$parameter[2]), exact(equal$p.value)),
                 line(set, problem, "welch", exact(welch$statistic), exact(welch$parameter[1]),
                      exact(welch$parameter[2]), exact(welch$p.value)),
                 line(set, problem, "mann-whitney", exact(kruskal$statistic),
                      exact(kruskal$parameter), "", exact(kruskal$p.value)))
    if (length(unique(lengths(runs))) == 1) {
      blocks <- friedman.test(do.call(cbind, runs))
      samples <- c(samples, line(set, problem, "wilcoxon", exact(blocks$statistic),
                                 exact(blocks$parameter), "", exact(blocks$p.value)))
    }
    for (a in seq_len(length(runs) - 1)) for (b in (a + 1):length(runs)) {
      x <- runs[[a]]
      y <- runs[[b]]
      tests <- list("t" = t.test(x, y, var.equal = TRUE), "welch" = t.test(x, y),
                    "mann-whitney" = suppressWarnings(wilcox.test(x, y)))
      if (length(unique(lengths(runs))) == 1) tests[["paired-t"]] <- t.test(x, y, paired = TRUE)
      for (test in names(tests)) {
        pairs <- c(pairs, line(set, problem, names(runs)[a], names(runs)[b], test,
                               exact(tests[[test]]$statistic), exact(tests[[test]]$p.value)))
      }
    }
  }
}
version <- paste0("# ", R.version.string, ", nortest ", packageVersion("nortest"), ", car ",
                  packageVersion("car"))
write_to <- function(lines, name) {
  writeLines(c(version, lines), file.path("tests", "oracles", "r", paste0("runs_", name, ".csv")))
}
write_to(values, "values")
write_to(normality, "normality")
write_to(variances, "variances")
write_to(samples, "k_samples")
write_to(pairs, "pairs")
