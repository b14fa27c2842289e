import { spawn } from 'node:child_process';
import { beforeAll, expect, it } from 'vitest';
import { build } from '../../src/scripts/build.mjs';
import { root } from '../../src/scripts/run-command.mjs';

beforeAll(build);

it('npm start serves an existing build without installing or building again', async () => {
  const child = spawn(process.execPath, ['src/scripts/start.mjs', '--port', '0'], { cwd: root });
  try {
    let output = '';
    const address = await new Promise<string>((resolve, reject) => {
      child.stdout.on('data', (data) => {
        output += data;
        const ready = /Tabplane is ready on (\S+)/.exec(output)?.[1];
        if (ready) resolve(ready);
      });
      child.on('exit', (code) => reject(new Error(`npm start ended with ${code}: ${output}`)));
    });
    expect(output).not.toMatch(/Installing|Building/);
    const page = await fetch(address);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<title>Tabplane</title>');
  } finally {
    child.kill();
  }
});
