import { type FilterPlugin, rejection } from '../../framework/plugin.ts';

const REJECTION = rejection("node(s) didn't have free ports for the requested pod ports");

/** Rejects nodes on which a host port of the pod is in use. */
export const nodePorts: FilterPlugin = {
  name: 'NodePorts',
  prepare({ hostPorts }) {
    if (hostPorts.length === 0) return undefined;
    return { check: ({ ports }) => (ports.conflictsWith(hostPorts) ? REJECTION : undefined) };
  },
};
