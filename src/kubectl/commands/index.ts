import type { Command } from '../command.ts';
import { AUTH_COMMANDS, createToken } from './access/auth.ts';
import { CERTIFICATE_COMMANDS } from './access/certificate.ts';
import { apply, setLastApplied, viewLastApplied } from './apply.ts';
import { events } from './cluster/events.ts';
import { explain } from './cluster/explain.ts';
import {
  apiResources,
  apiVersions,
  clusterInfo,
  configView,
  currentContext,
  setContext,
  version,
} from './cluster/information.ts';
import { cordon, drain, taint, uncordon } from './cluster/nodes.ts';
import { TOP_COMMANDS } from './cluster/top.ts';
import { create, replace } from './create.ts';
import { remove } from './delete.ts';
import { describe } from './describe.ts';
import { diff } from './diff.ts';
import { edit } from './edit.ts';
import { GENERATOR_ALIASES, GENERATOR_COMMANDS } from './generators.ts';
import { get } from './get.ts';
import { annotate, label } from './metadata.ts';
import { patch } from './patch.ts';
import { autoscale, scale } from './scale.ts';
import { attach, exec } from './workloads/exec.ts';
import { logs } from './workloads/logs.ts';
import { ROLLOUT_COMMANDS } from './workloads/rollout.ts';
import { expose, run } from './workloads/run.ts';
import { SET_COMMANDS } from './workloads/set.ts';
import { wait } from './workloads/wait.ts';

/** All commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  ...[get, describe, explain, events, logs, exec, attach],
  ...[create, ...GENERATOR_COMMANDS, createToken, ...GENERATOR_ALIASES],
  ...[apply, viewLastApplied, setLastApplied, diff, edit, replace, patch, remove],
  ...[label, annotate, ...SET_COMMANDS, scale, autoscale, ...ROLLOUT_COMMANDS, expose, run, wait],
  ...[...AUTH_COMMANDS, ...CERTIFICATE_COMMANDS],
  ...[cordon, uncordon, drain, taint, ...TOP_COMMANDS],
  ...[apiResources, apiVersions, clusterInfo, version, configView, setContext, currentContext],
];
