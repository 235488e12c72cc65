# SPDX-License-Identifier: MIT
# One bar chart from the file `data`, as SVG on standard output. Called by report.php with `name` and `heading`. hand-off has two columns in ms; the others are percentages of the PHP package: slock, raw C, package with
# JIT, package with opcache.
set terminal svg size 960,480 font "sans-serif,12" background "white"
set style data histogram
set style histogram clustered gap 1.5
set style fill solid 0.9 noborder
set boxwidth 0.9
set grid ytics lc rgb "#dddddd"
set border 3 lc rgb "#888888"
set tics nomirror
# The labels lean to the left of their bars.
set lmargin 16
set xtics rotate by 30 right
set key outside top center horizontal
set yrange [0:*]
set title heading
set datafile missing "NaN"
if (name eq "hand-off") {
	set logscale y
	set yrange [0.01:*]
	plot data using 2:xtic(1) title "slock" lc rgb "#1b7f5c", \
		"" using 3 title "PHP package, opcache" lc rgb "#b0b0b0"
} else {
	raw = name eq "quorum" ? "raw C; at 2 ms: one member" : "raw C"
	set format y "%g %%"
	plot data using 2:xtic(1) title "slock" lc rgb "#1b7f5c", \
		"" using 3 title raw lc rgb "#7fc8f8", \
		"" using 4 title "PHP package, JIT" lc rgb "#d9b26f", \
		"" using 5 title "PHP package, opcache" lc rgb "#b0b0b0"
}
