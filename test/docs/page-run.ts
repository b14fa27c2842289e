import ts from 'typescript';
import type { BrowserPrograms } from './browser-programs.ts';
import { freePort } from './free-port.ts';
import type { Step } from './plan-page.ts';
import { Shell } from './shell.ts';
import { expectedOutput } from './snippets.ts';
import { type Workspace, writeInto } from './workspace.ts';

/** Ports of examples, which may be in use on this machine. */
const PORTS = /\b(8080|8443|6443|4173|5173|2379|2380)\b/g;
const SERVE = 'tabplane serve --controllers --simulated-nodes 3 --secure-port 0';

/** Executes the steps of one page in order, in a separate folder, with a cluster in Node for its commands. */
export class PageRun {
  readonly #folder: string;
  readonly #name: string;
  readonly #shell: Shell;
  readonly #browser: BrowserPrograms;
  readonly #ports = new Map<string, number>();
  #hasCluster = false;
  #document = '<!doctype html><title>Snippet</title><link rel="icon" href="data:," /><div id="root"></div>';

  constructor(page: string, workspace: Workspace, browser: BrowserPrograms) {
    this.#folder = workspace.folder(page);
    this.#name = page.replaceAll(/\W/g, '-');
    this.#browser = browser;
    const { HOME, LANG } = process.env;
    this.#shell = new Shell(this.#folder, {
      ...{ HOME: this.#folder, LANG, PATH: workspace.path, KUBECONFIG: `${this.#folder}/.kube/config` },
      ...(process.env.CHROMIUM_PATH ? { CHROMIUM_PATH: process.env.CHROMIUM_PATH } : {}),
      npm_config_cache: `${HOME}/.npm`,
    });
  }

  /** Executes a step. @throws Error when it fails or does not print its expected output */
  async execute(step: Step): Promise<void> {
    const text = await this.#withFreePorts(step.text);
    const output = await this.#run(step, text);
    let rest = output;
    for (const expected of expectedOutput(text)) {
      const at = rest.indexOf(expected);
      if (at < 0) throw new Error(`"${expected}" is not printed; the output is:\n${output}`);
      rest = rest.slice(at + expected.length);
    }
  }

  async #run(step: Step, text: string): Promise<string> {
    switch (step.kind) {
      case 'program':
        return this.#runProgram(step, text);
      case 'commands':
        if (/\bkubectl (?!.*--kubeconfig)/.test(text)) await this.#startCluster();
        return this.#shell.run(text);
      case 'manifest':
        await this.#startCluster();
        writeInto(this.#folder, `manifest-${step.line}.yaml`, text);
        return this.#shell.run(`kubectl apply --dry-run=server -f manifest-${step.line}.yaml`);
      case 'file':
        writeInto(this.#folder, step.name, text);
        return /\.test\.\w+$/.test(step.name) ? this.#shell.run(`vitest run --root . ${step.name} 2>&1`) : '';
      case 'document':
        this.#document = text;
        return '';
      case 'json':
        JSON.parse(text);
        return '';
    }
  }

  async #runProgram({ place, line, language }: Extract<Step, { kind: 'program' }>, text: string): Promise<string> {
    if (place === 'node') {
      writeInto(this.#folder, `program-${line}.mjs`, `${toJavaScript(text)}\nprocess.exit();\n`);
      return this.#shell.run(`node program-${line}.mjs`);
    }
    const ended = `${text}\nObject.assign(globalThis, { snippetEnded: true });\n`;
    if (place === 'app') return this.#browser.runInApp(this.#name, toJavaScript(ended));
    writeInto(this.#folder, `program-${line}.${language}`, ended);
    await this.#shell.run('mkdir -p public; tabplane init public');
    return this.#browser.run(this.#folder, `program-${line}.${language}`, this.#document);
  }

  /** The cluster for commands without their own kubeconfig. */
  async #startCluster(): Promise<void> {
    if (this.#hasCluster) return;
    this.#hasCluster = true;
    await this.#shell.run(`mkdir -p .kube\n${SERVE} --kubeconfig .kube/config`);
  }

  async #withFreePorts(text: string): Promise<string> {
    for (const [port] of text.matchAll(PORTS)) {
      if (!this.#ports.has(port)) this.#ports.set(port, await freePort());
    }
    return text.replaceAll(PORTS, (port) => String(this.#ports.get(port)));
  }

  close(): Promise<void> {
    return this.#shell.close();
  }
}

const toJavaScript = (text: string): string =>
  ts.transpileModule(text, {
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext, jsx: ts.JsxEmit.ReactJSX },
  }).outputText;
