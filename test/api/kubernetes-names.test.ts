import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { clusterDialect, kubernetesDialect, kubernetesName } from '../../src/api/dialect.ts';

const SOURCE = new URL('../../src/', import.meta.url).pathname;
const HEADER = `import { clusterDialect, kubernetesName } from '${SOURCE}api/dialect.ts';
const NAME = kubernetesName('kubernetes.io/hostname');
declare let text: string;
declare const labels: { [key: string]: string };
declare function show(text: string): void;
`;

/** Returns the compile errors of statements that use a Kubernetes name. */
function errorsOf(statements: string): string[] {
  const path = resolve(SOURCE, 'use-of-a-name.ts');
  const options = {
    strict: true,
    noEmit: true,
    noLib: true,
    allowImportingTsExtensions: true,
    module: ts.ModuleKind.ESNext,
  };
  const host = ts.createCompilerHost(options);
  const fromDisk = host.getSourceFile;
  host.getSourceFile = (name, version) =>
    name === path ? ts.createSourceFile(name, HEADER + statements, version) : fromDisk.call(host, name, version);
  const program = ts.createProgram([path], options, host);
  const diagnostics = program.getSemanticDiagnostics(program.getSourceFile(path));
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

describe('a Kubernetes name', () => {
  it('is converted to text by a dialect', () => {
    const name = kubernetesName('kubernetes.io/hostname');
    expect(kubernetesDialect.rename(name)).toBe('kubernetes.io/hostname');
    expect(clusterDialect.rename(name)).toBe('cluster.io/hostname');
    expect(errorsOf('text = clusterDialect.rename(NAME);')).toEqual([]);
  });

  it.each([
    ['assigned to text', 'text = NAME;'],
    ['passed as text', 'show(NAME);'],
    ['compared with text', 'if (text === NAME) show(text);'],
    ['put in a template', `show(\`\${NAME}\`);`],
    ['concatenated with text', "show('label ' + NAME);"],
    ['used as an index', 'show(labels[NAME]);'],
    ['used as the key of an object', "const made: { [key: string]: string } = { [NAME]: 'node' };"],
    ['created from text that is known only at run time', 'kubernetesName(text);'],
  ])('is a compile error when %s', (_, statement) => {
    expect(errorsOf(statement)).not.toEqual([]);
  });

  it('is renamed in the same way as text and data', () => {
    const text = 'see kubernetes.io/kubelet-serving and x-kubernetes-map-type';
    const renamed = 'see cluster.io/nodeagent-serving and x-cluster-map-type';
    expect(clusterDialect.renameText(text)).toBe(renamed);
    expect(clusterDialect.renameAll({ 'k8s.io/a': [text] })).toEqual({ 'cluster.io/a': [renamed] });
    expect(kubernetesDialect.renameText(text)).toBe(text);
  });
});

const RENAMED = /k8s\.io|kubernetes\.io|x-kubernetes-|vnd\.kubernetes/;

/** Files whose literals are not renamed, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'api/dialect-translation.ts': 'a table of the dialects',
  'client/causes/component-rules.ts': 'addresses of documentation',
  'client/table.ts': 'the Accept header names the group of both dialects',
  'controllers/volumes/recycling/recycler-pod.ts': 'the name of an image',
  'embedding/scenarios/admission-demo.ts': 'clusters of scenarios speak the kubernetes dialect',
  'embedding/scenarios/custom-resources.ts': 'clusters of scenarios speak the kubernetes dialect',
  'embedding/scenarios/few-rights.ts': 'clusters of scenarios speak the kubernetes dialect',
  'embedding/scenarios/shop/shop.ts': 'clusters of scenarios speak the kubernetes dialect',
  'embedding/scenarios/shop/workloads.ts': 'clusters of scenarios speak the kubernetes dialect',
  'hosts/lessons/solve-in-new-cluster.ts': 'clusters of lessons speak the kubernetes dialect',
  'hosts/node/streaming/serve-spdy.ts': 'clients name the protocols of streams the same in both dialects',
  'hosts/node/streaming/serve-websocket.ts': 'clients name the protocols of streams the same in both dialects',
  'hosts/streaming/message-streams.ts': 'clients name the protocols of streams the same in both dialects',
  'hosts/streaming/serve-process.ts': 'clients name the protocols of streams the same in both dialects',
  'hosts/page/page-worker.ts': 'flags accept Kubernetes names in both dialects',
  'kubectl/commands/apply.ts': 'the address of documentation',
  'kubectl/commands/workloads/remote-process.ts': 'clients name the protocols of streams the same in both dialects',
  'resources/apps/daemonset-columns.ts': 'descriptions, which the table renames',
  'resources/core/node/node-columns.ts': 'a description, which the table renames',
  'resources/update-checks.ts': 'a table of kinds by their Kubernetes names',
  'simulation/kubelet/node-endpoints.ts': 'the configuration of a kubelet, which the API does not serve',
  'resources/table-columns.ts': 'descriptions, which the table renames',
  'server/endpoints/reviews/reviews.ts': 'keys of the endpoint table, which match the groups of behaviors',
  'server/flags/server-flags.ts': 'compared with groups of the resource table, before they are renamed',
  'server/http/dialect-hint.ts': 'finds names of both dialects in messages',
  'server/read/continue-token.ts': 'tokens are opaque and the same in both dialects',
  'simulation/stages/stage-definition.ts': 'a definition, which the simulation renames',
  'ui/components/shell/palette/use-object-entries.ts': 'the Accept header names the group of both dialects',
  'ui/state/access/certificate-facts.ts': 'the suffix tells the dialect of the server',
  'ui/state/connect-snippets.ts': 'the suffix tells the dialect of the server',
  'ui/state/scenario-guides.ts': 'clusters of scenarios speak the kubernetes dialect',
  'ui/state/dialect-names.ts': 'an example in the explanation of the dialects',
};

/**
 * Reports whether the dialect is applied to every literal of a node: to names and text explicitly, to descriptions of
 * columns by the table, to facts of kinds and to groups of behaviors by the resource table.
 */
function isRenamed(node: ts.Node): boolean {
  if (ts.isCallExpression(node)) return /^kubernetesName$|\.rename(Text|All)$|^column$/.test(node.expression.getText());
  if (ts.isVariableDeclaration(node)) return /^(facts|names)$/.test(node.name.getText());
  return (
    ts.isPropertyAssignment(node) &&
    node.name.getText() === 'group' &&
    ts.isCallExpression(node.parent.parent) &&
    node.parent.parent.expression.getText() === 'resource'
  );
}

/** Returns the literals with Kubernetes names that no dialect renames. */
function bareNames(path: string): string[] {
  const text = readFileSync(SOURCE + path, 'utf8');
  if (!RENAMED.test(text)) return [];
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isRenamed(node)) return;
    const isText =
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node) ||
      ts.isJsxText(node);
    if (isText && RENAMED.test(node.text)) found.push(`${path}: ${node.text.slice(0, 60)}`);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return found;
}

describe('the sources', () => {
  const paths = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !path.endsWith('.generated.ts'),
  );

  it('declare every literal with a Kubernetes name by kubernetesName', () => {
    expect(paths.filter((path) => !(path in EXCEPTIONS)).flatMap(bareNames)).toEqual([]);
  });

  it.each(Object.entries(EXCEPTIONS))('still need the exception of %s: %s', (path) => {
    expect(bareNames(path)).not.toEqual([]);
  });
});
