import { describe, expect, it } from 'vitest';
import type { Pod } from '../../../src/api/kinds/core-v1.generated.ts';
import { systemClock } from '../../../src/hosts/platform.ts';
import { containerSystem } from '../../../src/simulation/shell/container-system.ts';
import { execute } from '../../../src/simulation/shell/execute.ts';

const NOW = Date.UTC(2023, 10, 5, 8, 4, 5);
const clock = { now: () => NOW, after: systemClock.after };

const POD = {
  metadata: { name: 'web-0', namespace: 'shop', labels: { tier: 'front' } },
  spec: {
    nodeName: 'n1',
    containers: [
      {
        name: 'main',
        image: 'example.com/tools:1',
        command: ['serve', '--all'],
        env: [
          { name: 'COLOR', value: 'red' },
          { name: 'PAINT', value: '$(COLOR) $(NONE) $$(COLOR)' },
          { name: 'TIER', valueFrom: { fieldRef: { fieldPath: "metadata.labels['tier']" } } },
          { name: 'NODE', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
        ],
      },
    ],
  },
  status: { podIP: '10.1.0.7', containerStatuses: [{ name: 'main', containerID: 'containerd://123' }] },
} as unknown as Pod;

interface Run {
  readonly input?: readonly string[];
  readonly tty?: boolean;
  readonly signal?: AbortSignal;
}

/** Runs a command in the container, with pieces of input. Text written to the error output is in brackets. */
async function run(command: readonly string[], { input, tty = false, signal }: Run = {}) {
  let output = '';
  const textOf = (data: string | Uint8Array) => (typeof data === 'string' ? data : new TextDecoder().decode(data));
  const [container] = POD.spec?.containers ?? [];
  if (!container) throw new Error('the pod has a container');
  const code = await execute(containerSystem(clock, POD, container), command, { isTerminal: tty })({
    stdin: input && toStream(input),
    stdout: async (data) => {
      output += textOf(data);
    },
    stderr: async (data) => {
      output += `[${textOf(data)}]`;
    },
    signal: signal ?? new AbortController().signal,
  });
  return { code, output };
}

async function* toStream(pieces: readonly string[]) {
  for (const piece of pieces) yield new TextEncoder().encode(piece);
}

const script = async (text: string) => (await run(['sh', '-c', text])).output;

describe('programs', () => {
  it.each([
    ['hostname', 'web-0\n'],
    ['/agnhost dns-suffix', 'shop.svc.cluster.local,svc.cluster.local,cluster.local\n'],
    ['/agnhost dns-server-list', '10.96.0.10\n'],
    ['/agnhost none', '[Error: unknown command "none" for "app"\n]'],
    ['whoami', 'root\n'],
    ['pwd', '/\n'],
    ['date', 'Sun Nov  5 08:04:05 UTC 2023\n'],
    ['/bin/echo a b', 'a b\n'],
    ['echo -n a', 'a'],
    ['ls /etc', 'hostname\nhosts\npasswd\nresolv.conf\n'],
    ['cat /etc/hostname', 'web-0\n'],
    ['ls /none', '[ls: /none: No such file or directory\n]'],
    ['cat /none', "[cat: can't open '/none': No such file or directory\n]"],
    ['printenv COLOR NODE', 'red\nn1\n'],
    ['sleep soon', "[sleep: invalid number 'soon'\n]"],
    ['ps', 'PID   USER     TIME  COMMAND\n    1 root      0:00 serve --all\n    7 root      0:00 ps\n'],
  ])('%s', async (line, output) => {
    expect((await run(line.split(' '))).output).toBe(output);
  });

  it('see the environment that the pod gives them', async () => {
    const { output } = await run(['env']);
    expect(output.split('\n').slice(1, -1)).toEqual([
      'HOSTNAME=web-0',
      'HOME=/root',
      'COLOR=red',
      'PAINT=red $(NONE) $(COLOR)',
      'TIER=front',
      'NODE=n1',
    ]);
  });

  it('are rejected by the runtime when the container lacks them', async () => {
    const prefix = `failed to exec in container: failed to start exec "321": OCI runtime exec failed: exec failed`;
    const start = 'unable to start container process: exec';
    await expect(run(['none'])).rejects.toThrow(
      `${prefix}: ${start}: "none": executable file not found in $PATH: unknown`,
    );
    await expect(run(['/x/none'])).rejects.toThrow(
      `${prefix}: ${start}: "/x/none": stat /x/none: no such file or directory: unknown`,
    );
  });

  it('end when the client disconnects', async () => {
    const client = new AbortController();
    const running = run(['sleep', '1d'], { signal: client.signal });
    client.abort();
    expect((await running).code).toBe(130);
  });
});

describe('a script', () => {
  it.each([
    ['echo a; echo b', 'a\nb\n'],
    ['true && echo yes || echo no', 'yes\n'],
    ['false && echo yes || echo no', 'no\n'],
    ['true || echo skipped && echo also', 'also\n'],
    ['false; echo $?', '1\n'],
    ['echo "$COLOR" \'$COLOR\' $COLOR-ish \\$COLOR', 'red $COLOR red-ish $COLOR\n'],
    ['echo "a;b" \'c&&d\' e\\;f # rest', 'a;b c&&d e;f\n'],
    ['echo $NONE-x $NONE "" y', '-x  y\n'],
    ['A=1; export B=2; echo $A$B', '12\n'],
    ['cd /etc && pwd && cat hostname', '/etc\nweb-0\n'],
    ['cd /none', "[sh: cd: can't cd to /none: No such file or directory\n]"],
    ['exit 3; echo never', ''],
    ['sh -c "exit 4"; echo $?', '4\n'],
    ['none', '[sh: none: not found\n]'],
    ['echo a | cat', 'a\n'],
    ['echo "b a" | awk \'{print $2}\' | cat', 'a\n'],
    ['n=$(echo "a b" | wc -w); [ $n -eq 2 ] && echo "two: `echo $n`"', 'two: 2\n'],
    ['echo "$(echo a; echo; echo b)" | grep -v "^$"', 'a\nb\n'],
    ['for i in $(seq 1 3) last; do echo $i; done', '1\n2\n3\nlast\n'],
    ['if false; then echo a; elif test -d /tmp\nthen echo b; else echo c; fi', 'b\n'],
    ['seq 2 | while read i; do echo "<$i>"; done; cat /etc/hostname', '<1>\n<2>\nweb-0\n'],
    ['printf "a  b c \\nd" | { read x y; echo "$x-$y"; read z || echo "last $z"; }', 'a-b c\nlast d\n'],
    ['read line < /etc/hostname; read || echo "$line$REPLY"', 'web-0\n'],
    ['printenv NONE || echo none', 'none\n'],
    [`n=; until [ "$n" = xxx ]; do n=\${n}x; done; echo $n`, 'xxx\n'],
    ['for i in 1 2 3; do if [ $i = 2 ]; then continue; fi; while true; do echo $i; break; done; done', '1\n3\n'],
    ['(cd /tmp; a=1; exit 3); echo $? $a$PWD; pwd', '3\n/\n'],
    [`{ echo a; echo b; } > /tmp/f; tail -n 1 /tmp/f; ! true || echo \${NONE:-none}`, 'b\nnone\n'],
    ['[[ -z $NONE && $COLOR == red ]] && echo yes; x="a b"; [[ $x = "a b" ]] && echo same', 'yes\nsame\n'],
    [
      'if [[ ! -f /none || -d /none ]]; then echo a; fi; [[ -e /none ]] || echo b; [[ $? == 0 ]] && echo c',
      'a\nb\nc\n',
    ],
    ['[[ $COLOR == r* ]]', '[sh: syntax error: unexpected "]]"\n]'],
    ['[[ a == a', '[sh: syntax error: unexpected end of file\n]'],
    ['[[ a || b && c ]]', '[sh: syntax error: unexpected "c"\n]'],
    ['seq 1 12 > /tmp/f; tail -n +11 /tmp/f; head -n1 /tmp/f; head -2 /tmp/f', '11\n12\n1\n1\n2\n'],
    ['cat /dev/null; tail -f /tmp/none', '[tail: /tmp/none: No such file or directory\n]'],
    ['echo a > /none/f; echo $?', "[sh: can't create /none/f: nonexistent directory\n]1\n"],
    ['printf "%s-%d\\n" a 1 b 2; echo "$0"', 'a-1\nb-2\nsh\n'],
    ['echo hi | hexdump -C', '00000000  68 69 0a                                          |hi.|\n00000003\n'],
    ['stat -c "%a %F" /etc/hosts', '644 regular file\n'],
    ['touch /tmp/f; chmod 755 /tmp/f; stat -c %a /tmp/f', '755\n'],
    ['ip link add dummy0 type dummy', '[ip: RTNETLINK answers: Operation not permitted\n]'],
    ['if true; then', '[sh: syntax error: unexpected end of file\n]'],
    ['while true; fi', '[sh: syntax error: unexpected "fi"\n]'],
    ['echo $((1 + 1))', '[sh: syntax error: unexpected "(("\n]'],
    ['done', '[sh: syntax error: unexpected "done"\n]'],
    ['echo a > /tmp/b; echo c >>/tmp/b; cat < /tmp/b', 'a\nc\n'],
    ['echo a >/tmp/b && rm /tmp/b && cat /tmp/b 2>/dev/null || echo gone', 'gone\n'],
    [
      'cat /none 2>&1; echo a 1>&2; echo b2>/tmp/x; cat /tmp/x',
      "cat: can't open '/none': No such file or directory\n[a\n]b2\n",
    ],
    ['echo a > /none/b', "[sh: can't create /none/b: nonexistent directory\n]"],
    ['touch /tmp/c; test -f /tmp/c && rm -r /tmp/c; test -f /tmp/c || echo gone', 'gone\n'],
    ['id -u', '0\n'],
    ['echo a >', '[sh: syntax error: unexpected newline\n]'],
    ['echo "a', '[sh: syntax error: unterminated quoted string\n]'],
    ['true &&', '[sh: syntax error: unexpected end of file\n]'],
    ['; true', '[sh: syntax error: unexpected ";"\n]'],
    ['\n\necho a\n\necho b\n', 'a\nb\n'],
    ['', ''],
  ])('%j', async (text, output) => {
    expect(await script(text)).toBe(output);
  });

  it.each([
    ['exit 3', 3],
    ['exit 259', 3],
    ['false', 1],
    ['none', 127],
    ['(', 2],
    ['false; exit', 1],
  ])('%j ends with %i', async (text, code) => {
    expect((await run(['sh', '-c', text])).code).toBe(code);
  });
});

describe('a shell', () => {
  it('runs the lines of its input, from which its programs also read', async () => {
    expect(await run(['sh'], { input: ['echo a\nec', 'ho b\ncat\nrest', '\nof it'] })).toEqual({
      code: 0,
      output: 'a\nb\nrest\nof it',
    });
    expect(await run(['sh'], { input: ['exit 5\necho never\n'] })).toEqual({ code: 5, output: '' });
  });

  it('prompts when it is interactive', async () => {
    expect((await run(['sh', '-i'], { input: ['cd /etc\n'] })).output).toBe('[/ # ][/etc # ]');
  });
});

describe('a terminal', () => {
  it('echoes lines, lets the user edit them, and ends them with CR LF', async () => {
    expect(await run(['cat'], { tty: true, input: ['ac\x7fb', 'ä\x7f\r', '\x04'] })).toEqual({
      code: 0,
      output: 'ac\b \bbä\b \b\r\nab\r\n',
    });
  });

  it('interrupts programs', async () => {
    expect(await run(['cat'], { tty: true, input: ['\x03'] })).toEqual({ code: 130, output: '^C\r\n' });
  });
});

describe('tail -f', () => {
  it('prints what is added to a file until it is interrupted, and a file that was written anew', async () => {
    const [container] = POD.spec?.containers ?? [];
    if (!container) throw new Error('the pod has a container');
    const quick = { now: () => NOW, after: (_: number, action: () => void) => systemClock.after(1, action) };
    const { files, ...system } = containerSystem(quick, POD, container);
    const write = (text: string) => files.write('/tmp/log', new TextEncoder().encode(text));
    const interrupted = new AbortController();
    const next = [() => write('one\ntwo\n'), () => write('new\n'), () => interrupted.abort()];
    let output = '';
    write('one\n');
    await execute({ ...system, files }, ['tail', '-fn', '1', '/tmp/log'], { isTerminal: false })({
      stdin: undefined,
      stdout: async (data) => {
        output += typeof data === 'string' ? data : new TextDecoder().decode(data);
        next.shift()?.();
      },
      stderr: () => Promise.resolve(),
      signal: interrupted.signal,
    });
    expect(output).toBe('one\ntwo\nnew\n');
  });
});
