# Reference values for the pairwise tests. Run from the root of the repository:
#   Rscript tests/oracles/r/pairwise.R > tests/oracles/r/pairwise.csv
options(digits = 17, warn = -1)
cat("# ", R.version.string, "\n", sep = "")
cat("kind,first,second,statistic,pvalue,low,high,estimate\n")

show <- function(kind, first, second, ...) {
  values <- sapply(list(...), function(x) if (is.null(x)) "" else sprintf("%.17g", x))
  cat(kind, first, second, values, sep = ",")
  cat("\n")
}

read <- function(name) {
  read.csv(file.path("src/evenkeel/casestudies", paste0(name, ".csv")),
           row.names = 1, check.names = FALSE)
}

# Without ties and zeros: exact law, Hodges-Lehmann estimate and interval, and the t-test.
cec <- read("cec2005")
for (a in 1:(ncol(cec) - 1)) for (b in (a + 1):ncol(cec)) {
  x <- cec[[a]]
  y <- cec[[b]]
  if (anyDuplicated(abs(round(x - y, 12)))) next
  w <- wilcox.test(x, y, paired = TRUE, exact = TRUE, conf.int = TRUE)
  show("exact", names(cec)[a], names(cec)[b], w$statistic, w$p.value,
       w$conf.int[1], w$conf.int[2], w$estimate)
  t <- t.test(x, y, paired = TRUE)
  show("t", names(cec)[a], names(cec)[b], t$statistic, t$p.value,
       t$conf.int[1], t$conf.int[2], t$estimate)
}

# With ties and zeros R drops the zeros and uses the normal approximation. The differences are
# rounded to the decimals of the table: R would break ties by the noise of floating point.
demsar <- read("demsar2006")
for (a in 1:(ncol(demsar) - 1)) for (b in (a + 1):ncol(demsar)) {
  d <- round(demsar[[a]] - demsar[[b]], 6)
  for (side in c("two.sided", "greater", "less")) for (correct in c(FALSE, TRUE)) {
    w <- wilcox.test(d, exact = FALSE, correct = correct, alternative = side)
    show(paste0("normal-", side, if (correct) "-corrected" else ""),
         names(demsar)[a], paste0('"', names(demsar)[b], '"'), w$statistic, w$p.value,
         NULL, NULL, NULL)
  }
}

# The law itself, far into the tail.
for (n in c(10, 25, 60, 100, 200)) for (q in c(0, 1, 7, n, n * (n + 1) %/% 8, n * (n + 1) %/% 4)) {
  show("psignrank", n, q, NULL, psignrank(q, n), NULL, NULL, NULL)
}

# The sign test.
for (n in c(5, 14, 25, 60)) for (wins in c(0, n %/% 3, n %/% 2, n - 2, n)) {
  show("sign", n, wins, NULL, binom.test(wins, n)$p.value, NULL, NULL, NULL)
  show("sign-greater", n, wins, NULL, binom.test(wins, n, alternative = "greater")$p.value,
       NULL, NULL, NULL)
}
