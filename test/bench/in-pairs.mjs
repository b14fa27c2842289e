/** Compares two kinds of work by pairs of short measurements, because other programs use the machine, too. */

async function microsecondsOf(work, times) {
  const before = process.cpuUsage();
  for (let count = 0; count < times; count++) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

const middle = (numbers) => numbers.toSorted((one, other) => one - other)[numbers.length >> 1];

/**
 * Returns the microseconds of processor time of the first work, and the ratio of the second to it. Both are measured one
 * right after the other, in turns which first, so that a slower moment of the machine counts for both; the results are
 * those of the middle pair. The first third of the pairs warms up.
 * @param times how often each work runs in a pair
 */
export async function compareInPairs(first, second, { pairs, times }) {
  const measured = [];
  for (let pair = 0; pair < pairs; pair++) {
    const durations = [];
    for (const place of pair % 2 ? [0, 1] : [1, 0])
      durations[place] = await microsecondsOf([first, second][place], times);
    measured.push(durations);
  }
  const settled = measured.slice(pairs / 3);
  return {
    microseconds: middle(settled.map(([one]) => one)),
    ratio: middle(settled.map(([one, other]) => other / one)),
  };
}
