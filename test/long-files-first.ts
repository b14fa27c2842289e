import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take long although they are small. Without results of an earlier run, Vitest starts large files first. */
const LONG = [
  'browser/axe.test.ts',
  'browser/soak.test.ts',
  'browser/denied-views.test.ts',
  'clients/walks/helm.test.ts',
  'clients/walks/kubectl.test.ts',
  'conformance/cluster.test.ts',
  'conformance/kubernetes.test.ts',
  'controllers/time/simulated-time.test.ts',
  'controllers/time/time.test.ts',
  'docs/snippets.test.ts',
  'examples/examples.test.ts',
  'package/runners.test.ts',
  'security/node-generated.test.ts',
  'security/requests-worst.test.ts',
  'soak/soak.test.ts',
];

/** Starts long files first, so that none of them runs when all others have ended. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(specifications);
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((file) => moduleId.endsWith(`/test/${file}`));
    return [...sorted.filter(isLong), ...sorted.filter((specification) => !isLong(specification))];
  }
}
