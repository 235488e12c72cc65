# SPDX-License-Identifier: MIT
# The curves of one group, beside each other, as SVG on standard output. Called by report.php with the file `data` (one
# block a curve: the point, then slock, slock with bounded waits, the package, raw C), the arrays `titles`, `units`, `grows`,
# `bounded`, `package` and `raw` (whether there is such a line), and `count`.
rows = (count + 1) / 2
columns = count > 1 ? 2 : 1
set terminal svg size 480 * columns, 340 * rows font "sans-serif,12" background "white"
set datafile missing "NaN"
set grid ytics lc rgb "#dddddd"
set border 3 lc rgb "#888888"
set tics nomirror
set logscale x
set yrange [0:*]
set format y "%g"
set rmargin 5
set key outside bottom center horizontal maxrows 1 samplen 2
set multiplot layout rows, columns
do for [i = 1:count] {
	set title titles[i]
	set ylabel units[i]
	set xlabel grows[i]
	set xtics autofreq
	command = "plot data index i - 1 using 1:2:xtic(1) with linespoints pt 7 lw 2 lc rgb '#1b7f5c' title 'slock'"
	if (bounded[i]) { command = command.", '' index i - 1 using 1:3 with linespoints pt 5 lw 2 lc rgb '#8a5fbf' title 'slock, bounded'" }
	if (package[i]) { command = command.", '' index i - 1 using 1:4 with linespoints pt 9 lw 2 lc rgb '#b0b0b0' title 'PHP package'" }
	if (raw[i]) { command = command.", '' index i - 1 using 1:5 with linespoints pt 11 lw 2 lc rgb '#7fc8f8' title 'raw C'" }
	eval(command)
}
unset multiplot
