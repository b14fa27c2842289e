import { afterAll, describe, expect, it } from 'vitest';
import { createCluster } from '../../src/hosts/core.ts';
import { completeLine } from '../../src/kubectl/completion.ts';
import { environmentOf, TerminalSession } from './terminal-session.ts';

const cluster = createCluster({ controllers: false, simulatedNodes: 0 });
const fetch = async (request: Request): Promise<Response> => (await cluster).fetch(request);
const candidates = async (line: string) => (await completeLine(line, environmentOf({ fetch }))).candidates;
const run = (line: string) => new TerminalSession({ fetch }).run(line);
afterAll(async () => (await cluster).close());

describe('The completion of logs', () => {
  it('offers pods and objects of a named type, also after flags', async () => {
    await run('create serviceaccount default');
    await run('run web --image=nginx');
    await run('create deployment shop --image=nginx --image=envoy');
    expect(await candidates('logs ')).toEqual(['web']);
    expect(await candidates('logs deploy/')).toEqual(['deploy/shop']);
    expect(await candidates('logs -p -f w')).toEqual(['web']);
    expect(await candidates('logs --tail 5 --since 1m w')).toEqual(['web']);
  });

  it('offers the containers of the pod or the workload after --container', async () => {
    expect(await candidates('logs web -c ')).toEqual(['web']);
    expect(await candidates('logs deploy/shop --container ')).toEqual(['envoy', 'nginx']);
  });

  it('offers no pods as the values of other flags', async () => {
    for (const name of ['-l', '--since', '--tail']) expect(await candidates(`logs ${name} `)).toEqual([]);
  });
});

describe('The port of run', () => {
  it('is a number without a protocol', async () => {
    expect((await run('run dns --image=coredns --port=53/UDP')).stderr).toBe(
      'error: strconv.Atoi: parsing "53/UDP": invalid syntax\n',
    );
    expect((await run('run dns --image=coredns --port=53')).code).toBe(0);
  });
});
