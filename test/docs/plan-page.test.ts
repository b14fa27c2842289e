import { describe, expect, it } from 'vitest';
import { planPage } from './plan-page.ts';
import { expectedOutput } from './snippets.ts';

const block = (info: string, text: string): string => `\`\`\`${info}\n${text}\n\`\`\`\n`;

describe('the plan of a page', () => {
  it('has a step for each code block, in order', () => {
    const page = `# Title\n\n${block('sh', 'kubectl get pods')}\n${block('yaml', 'kind: Pod')}\n${block('ts', 'run();')}`;
    expect(planPage(page)).toEqual([
      { kind: 'commands', line: 4, text: 'kubectl get pods\n' },
      { kind: 'manifest', line: 8, text: 'kind: Pod\n' },
      { kind: 'program', line: 12, place: 'node', language: 'ts', text: 'run();\n' },
    ]);
  });

  it('continues a program with code without imports, and begins another program with code that has imports', () => {
    const blocks = [
      block('ts', "import { a } from 'a';"),
      block('ts', 'a();'),
      block('ts', "import { b } from 'b';"),
      block('ts browser', 'b();'),
    ];
    expect(planPage(blocks.join('\n')).map((step) => step.text)).toEqual([
      "import { a } from 'a';\n\na();\n",
      "import { b } from 'b';\n",
      'b();\n',
    ]);
  });

  it('removes the indentation of a code block in a list', () => {
    const page = '1. Do this:\n\n   ```sh\n   kubectl get pods\n   ```\n';
    expect(planPage(page)).toMatchObject([{ text: 'kubectl get pods\n' }]);
  });

  it.each([
    ['a language that cannot be executed', block('fortran', 'END'), 'line 2: a snippet of the language "fortran"'],
    ['no language', block('', 'text'), 'line 2: a snippet of the language ""'],
    ['an unknown word', block('ts deno', 'run();'), 'line 2: "deno" does not say how the snippet runs'],
    ['a file that nothing uses', block('yaml pods.yaml', 'kind: Pod'), 'line 2: nothing uses pods.yaml'],
    ['indented code', 'Run this:\n\n    kubectl get pods\n', 'line 3: indented code has no language'],
    ['an open block', '```sh\nkubectl get pods\n', 'line 1: the code block has no end'],
  ])('rejects %s', (_, page, message) => {
    expect(() => planPage(page)).toThrow(message);
  });

  it('finds the expected output of a snippet', () => {
    expect(expectedOutput('console.log(1 + 1); // → 2\necho hello # → hello\n')).toEqual(['2', 'hello']);
  });
});
