# Friedman's and Quade's tests by R, for tests/oracles/test_omnibus.py.
# Run from the root of the repository: Rscript tests/oracles/r/omnibus.R
#
# Values with few decimals are made whole before they are tested, so that equal differences are
# equal: 0.9 - 0.8 and 0.2 - 0.1 would not be.

digits <- c(cec2005 = 0, cec2005_ties = 0, demsar2006 = 3, dietterich2000 = 4, garcia2008 = 3,
            garcia2010 = 3, motivation = 1, toy = 3)

read_case <- function(name) {
  path <- file.path("src", "evenkeel", "casestudies", paste0(name, ".csv"))
  as.matrix(read.csv(path, row.names = 1, check.names = FALSE))
}

tables <- list()
for (name in names(digits)) {
  values <- read_case(name)
  tables[[name]] <- if (digits[[name]] > 0) round(values * 10^digits[[name]]) else values
}
set.seed(20110302)
for (number in 1:24) {
  n <- sample(3:12, 1)
  k <- sample(2:6, 1)
  levels <- sample(3:12, 1)
  tables[[paste0("random", number)]] <- matrix(sample(levels, n * k, replace = TRUE), n, k)
}
tables[["identical"]] <- matrix(rep(c(2, 4, 1, 3), each = 5), 5, 4)  # Quade: A = B, R says NaN

exact <- function(x) format(x, digits = 17, scientific = TRUE)
rows <- c("table,test,statistic,df1,df2,pvalue")
cells <- c("table,problem,algorithm,value")
for (name in names(tables)) {
  values <- tables[[name]]
  friedman <- friedman.test(values)
  quade <- quade.test(values)
  rows <- c(rows,
            paste(name, "friedman", exact(friedman$statistic[[1]]), friedman$parameter[[1]], "",
                  exact(friedman$p.value), sep = ","),
            paste(name, "quade", exact(quade$statistic[[1]]), quade$parameter[[1]],
                  quade$parameter[[2]], exact(quade$p.value), sep = ","))
  if (!name %in% names(digits)) {
    for (i in seq_len(nrow(values))) for (j in seq_len(ncol(values))) {
      cells <- c(cells, paste(name, i, j, values[i, j], sep = ","))
    }
  }
}
folder <- file.path("tests", "oracles", "r")
writeLines(c(paste("#", R.version.string), rows), file.path(folder, "omnibus_results.csv"))
writeLines(cells, file.path(folder, "omnibus_tables.csv"))

tails <- c("distribution,statistic,n,k,pvalue")
for (k in c(2, 5, 9, 40)) for (n in c(3, 25, 1000)) for (x in c(0.01, 1, 12, 150, 1200)) {
  f <- pf(x, k - 1, (k - 1) * (n - 1), lower.tail = FALSE)
  chi <- pchisq(x, k - 1, lower.tail = FALSE)
  tails <- c(tails,
             paste("f", x, n, k, exact(f), sep = ","),
             paste("chi-square", x, n, k, exact(chi), sep = ","))
}
writeLines(c(paste("#", R.version.string), tails), file.path(folder, "omnibus_tails.csv"))
