import { repeatableRandom } from '../helpers/repeatable-random.ts';
import { ADMIN, startChildServer } from '../security/child-server.ts';
import { clusterSample } from './cluster-sample.ts';
import { MixedLoad, senderTo } from './mixed-load.ts';
import { growthOf, type SoakOptions, type SoakOutcome, takeSamples } from './soak.ts';

/** Runs the mixed load against `tabplane serve` with its controllers and a simulated node, in a process of its own. */
export async function soakNode({ seconds, samples, kept, report }: SoakOptions): Promise<SoakOutcome> {
  const server = await startChildServer([
    ...['--controllers', '*'],
    ...['--event-history-seconds', `${kept}`, '--event-ttl', `${kept}s`],
  ]);
  try {
    const send = senderTo(server.url, ADMIN.authorization);
    const load = new MixedLoad({ send, random: repeatableRandom(1), clients: 8, pause: 100 });
    await load.prepare();
    let isOver = false;
    const running = load.run(() => isOver);
    const read = async (path: string): Promise<unknown> => (await send('GET', path)).json();
    const taken = await takeSamples(
      seconds,
      samples,
      async () => ({
        heap: await server.liveMemory(),
        handles: (await server.usage()).handles,
        ...(await clusterSample(read)),
      }),
      report,
    );
    isOver = true;
    await running;
    const problems = [...load.failures, ...growthOf(taken, kept), server.exit() ?? []].flat();
    return { samples: taken, answered: load.answered, events: load.events, problems };
  } finally {
    await server.stop();
  }
}
