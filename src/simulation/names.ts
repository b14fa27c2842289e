/** The group of stages and the prefix of annotations, which no dialect renames. */
export const SIMULATION_GROUP = 'simulation.tabplane.dev';
export const SIMULATION_VERSION = 'v1alpha1';

/** The manager of the fields that the simulation writes. */
export const FIELD_MANAGER = 'kubelet';

/** Marks simulated nodes. Other nodes, and the pods on them, are ignored. */
export const SIMULATED_ANNOTATION = `${SIMULATION_GROUP}/node`;
/** On a node: `true` stops its heartbeats and everything on it, as a crash does. */
export const DOWN_ANNOTATION = `${SIMULATION_GROUP}/down`;
/** On a node: the handlers of its runtime classes, such as `runc,runsc`. Default `runc`. */
export const RUNTIME_HANDLERS_ANNOTATION = `${SIMULATION_GROUP}/runtime-handlers`;

/** Annotations of pods. With the suffix `.<container>` they apply only to that container. */
export const POD_ANNOTATIONS = {
  /** Go duration from the creation of the containers to their start. */
  startDelay: `${SIMULATION_GROUP}/start-delay`,
  /** Go duration of pulling an image. */
  pullDuration: `${SIMULATION_GROUP}/pull-duration`,
  /** Go duration until the containers exit. */
  runDuration: `${SIMULATION_GROUP}/run-duration`,
  /** Exit code of the containers. */
  exitCode: `${SIMULATION_GROUP}/exit-code`,
  /** `readiness`: never ready. `liveness` and `startup`: killed and restarted. */
  failingProbe: `${SIMULATION_GROUP}/failing-probe`,
  /** The usage of each container in metrics: `250m`, `100Mi`. */
  cpuUsage: `${SIMULATION_GROUP}/cpu-usage`,
  memoryUsage: `${SIMULATION_GROUP}/memory-usage`,
  /** `image-not-found`, `crash-loop` or `out-of-memory`. */
  fault: `${SIMULATION_GROUP}/fault`,
} as const;

/** The name of the simulation in `--controllers`. */
export const SIMULATION_NAME = 'node-simulation';
