import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNodeHost } from '../../src/hosts/node/node.ts';
import { Kubectl } from '../clients/kubectl.ts';
import { wordsOf } from '../clients/transcript.ts';
import { openShop, type RecordedCommand, stepsTime, withoutRandom } from './transcripts.ts';

const FOLDER = new URL('transcripts/', import.meta.url).pathname;

/** Runs the commands of each list with kubectl 1.28.3, and writes what it printed. */
export async function recordTranscripts(): Promise<void> {
  for (const list of readdirSync(FOLDER).filter((name) => name.endsWith('.txt'))) {
    const folder = mkdtempSync(join(tmpdir(), 'tabplane-record-'));
    const cluster = await openShop();
    const host = await startNodeHost({ cluster, port: 0, securePort: 0 });
    const now = Date.now();
    const kubectl = new Kubectl({ server: host.secureUrl ?? '', token: 'admin', folder });
    const commands: RecordedCommand[] = [];
    const lines = readFileSync(join(FOLDER, list), 'utf8').split('\n').filter(Boolean);
    for (const command of lines) {
      if (await stepsTime(cluster, command)) commands.push({ command, stdout: '', stderr: '', code: 0 });
      else {
        const { stdout, stderr, code } = await kubectl.run(wordsOf(command));
        commands.push({ command, stdout: withoutRandom(stdout), stderr: withoutRandom(stderr), code });
      }
    }
    writeFileSync(join(FOLDER, list.replace('.txt', '.json')), `${JSON.stringify({ now, commands }, undefined, 1)}\n`);
    await host.close();
    await cluster.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
