/** Calls at the same time that keep a server busy: more would only queue in it. */
const AT_ONCE = 16;

/** Calls `work` for each item, a limited number at the same time. Returns the results in the order of the items. */
export async function mapConcurrently<T, R>(items: Iterable<T>, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = [...items].entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}
