import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { installInto, packPackage } from '../helpers/packed-package.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the packed package. */
    packed: string;
    /** The folder of a project that has installed the package. */
    consumer: string;
    /** The folder of the examples, which have also installed the package. */
    examples: string;
  }
}

/** Packs the package and installs it into the consumer's project and the examples, once for all tests of the package. */
export default async function installPackage({ provide }: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'tabplane-packed-'));
  const packed = await packPackage(folder);
  const [consumer, examples] = await Promise.all([
    installInto(new URL('./consumer/', import.meta.url), packed),
    installInto(new URL('../../examples/', import.meta.url), packed),
  ]);
  provide('packed', packed);
  provide('consumer', consumer.folder);
  provide('examples', examples.folder);
  return () => {
    consumer.remove();
    examples.remove();
    rmSync(folder, { recursive: true, force: true });
  };
}
