import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { startNodeHost } from '../../../src/hosts/node/node.ts';

/** Sends a path unchanged; URLs and Fetch would normalize it. */
async function answerOf(base: string, method: string, path: string): Promise<[number | undefined, string]> {
  const { hostname, port } = new URL(base);
  const sent = request({ hostname, port, method, path, headers: { authorization: 'Bearer token' } }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return [response.statusCode, (JSON.parse(await text(response)) as { message: string }).message];
}

it('reads dot segments of paths as names, as the real server does', async () => {
  const flags = { dialect: 'kubernetes', 'token-auth-file': 'token,admin,uid,"system:masters"\n' } as const;
  const host = await startNodeHost({ port: 0, controllers: false, flags });
  try {
    const refusal = [400, 'Name parameter invalid: "..": may not be \'..\''];
    expect(await answerOf(host.url ?? '', 'DELETE', '/api/v1/namespaces/..')).toEqual(refusal);
    expect(await answerOf(host.url ?? '', 'GET', '/api/v1/namespaces/..')).toEqual(refusal);
  } finally {
    await host.close();
  }
});
