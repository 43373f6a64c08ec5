# Repeated-measures analysis of variance by R, for tests/oracles/test_repeated_measures.py.
# Run from the root of the repository: Rscript tests/oracles/r/repeated_measures.R

read_case <- function(name) {
  path <- file.path("src", "evenkeel", "casestudies", paste0(name, ".csv"))
  as.matrix(read.csv(path, row.names = 1, check.names = FALSE))
}
tables <- lapply(c(cec2005 = "cec2005", demsar2006 = "demsar2006", dietterich2000 = "dietterich2000",
                   garcia2008 = "garcia2008", garcia2010 = "garcia2010", motivation = "motivation",
                   toy = "toy"), read_case)
tables[["two"]] <- tables[["demsar2006"]][, 1:2]

exact <- function(x) format(x, digits = 17, scientific = TRUE)
rows <- "table,f,df1,df2,p,gg,p_gg,hf,p_hf,mauchly_w,mauchly_p,mse"
pairs <- "table,first,second,difference,adjusted"
for (name in names(tables)) {
  values <- tables[[name]]
  k <- ncol(values)
  model <- lm(values ~ 1)
  fit <- anova(model, X = ~1, test = "Spherical")
  # anova.mlm prints few digits of the epsilons that it takes from here.
  sphericity <- stats:::sphericity(SSD(model), X = ~1)
  # mauchly.test(model, X = ~1) takes k for k - 1 in one factor of the second-order term of its
  # p-value (3 p for 3 pp); given the contrasts themselves, both are the same.
  contrasts <- values %*% sweep(contr.helmert(k), 2, sqrt(colSums(contr.helmert(k)^2)), "/")
  mauchly <- if (k > 2) mauchly.test(lm(contrasts ~ 1)) else list(statistic = 1, p.value = 1)
  long <- data.frame(y = as.vector(values), algorithm = factor(rep(colnames(values), each = nrow(values)),
                     levels = colnames(values)), problem = factor(rep(rownames(values), k)))
  additive <- aov(y ~ problem + algorithm, long)
  mse <- deviance(additive) / df.residual(additive)
  rows <- c(rows, paste(name, exact(fit[1, "F"]), fit[1, "num Df"], fit[1, "den Df"],
                        exact(fit[1, "Pr(>F)"]), exact(sphericity$GG.eps), exact(fit[1, "G-G Pr"]),
                        exact(sphericity$HF.eps), exact(fit[1, "H-F Pr"]),
                        exact(as.numeric(mauchly$statistic)), exact(mauchly$p.value), exact(mse),
                        sep = ","))
  means <- colMeans(values)
  for (a in seq_len(k - 1)) for (b in (a + 1):k) {
    q <- abs(means[a] - means[b]) / sqrt(mse / nrow(values))
    p <- ptukey(q, k, df.residual(additive), lower.tail = FALSE)
    tukey <- TukeyHSD(additive, "algorithm")$algorithm[, "p adj"]
    stopifnot(any(abs(tukey - p) < 1e-9))  # TukeyHSD agrees: it prints the rounded ones
    pairs <- c(pairs, paste(name, dQuote(colnames(values)[a], FALSE),
                            dQuote(colnames(values)[b], FALSE),
                            exact(means[[a]] - means[[b]]), exact(p), sep = ","))
  }
}
folder <- file.path("tests", "oracles", "r")
writeLines(c(paste("#", R.version.string), rows), file.path(folder, "repeated_measures.csv"))
writeLines(c(paste("#", R.version.string), pairs), file.path(folder, "repeated_measures_tukey.csv"))
