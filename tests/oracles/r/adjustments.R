# p.adjust() and ptukey() by R, for tests/oracles/test_adjustments.py and
# test_studentised_range.py. Run from the root of the repository:
# Rscript tests/oracles/r/adjustments.R

exact <- function(x) format(x, digits = 17, scientific = TRUE)
folder <- file.path("tests", "oracles", "r")

set.seed(19790401)
families <- list(
  one = 0.03,
  ties = c(0.01, 0.04, 0.01, 0.5, 0.04, 0.04),
  bounds = c(0, 1, 0.2, 0, 1, 0.9999),
  tiny = c(1e-300, 1e-20, 3e-20, 1e-5, 0.7),
  signals = signif(c(runif(10)^8, runif(15)), 6),
  discrete = sample(1:20, 40, replace = TRUE) / 20
)
rows <- c("family,position,p,holm,hochberg,hommel,BH,BY,bonferroni")
for (name in names(families)) {
  p <- families[[name]]
  adjusted <- sapply(c("holm", "hochberg", "hommel", "BH", "BY", "bonferroni"),
                     function(method) p.adjust(p, method))
  adjusted <- matrix(adjusted, nrow = length(p))
  for (i in seq_along(p)) {
    rows <- c(rows, paste(c(name, i, exact(p[i]), exact(adjusted[i, ])), collapse = ","))
  }
}
writeLines(c(paste("#", R.version.string), rows), file.path(folder, "adjustments.csv"))

rows <- c("k,q,sf")
for (k in c(2, 3, 5, 9, 20, 50)) for (q in c(0.5, 1, 2, 3, 4, 5, 6)) {
  rows <- c(rows, paste(k, q, exact(ptukey(q, k, Inf, lower.tail = FALSE)), sep = ","))
}
writeLines(c(paste("#", R.version.string), rows), file.path(folder, "studentised_range.csv"))
