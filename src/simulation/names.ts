/** The group of stages and the prefix of annotations. Own names, which no dialect changes. */
export const SIMULATION_GROUP = 'simulation.tabplane.dev';
export const SIMULATION_VERSION = 'v1alpha1';

/** Manages the fields that the simulation writes. */
export const FIELD_MANAGER = 'kubelet';

/** Marks nodes that are simulated. Other nodes, and pods on them, are left alone. */
export const SIMULATED_ANNOTATION = `${SIMULATION_GROUP}/node`;
/** On a node: `true` stops its heartbeats and everything on it, as a crash does. */
export const DOWN_ANNOTATION = `${SIMULATION_GROUP}/down`;
/** On a node: the handlers of runtime classes that it has, such as `runc,runsc`. `runc` without it. */
export const RUNTIME_HANDLERS_ANNOTATION = `${SIMULATION_GROUP}/runtime-handlers`;

/** Annotations of pods. With `.<container>` appended they are about that container only. */
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
  /** What each container uses, as metrics show it: `250m`, `100Mi`. */
  cpuUsage: `${SIMULATION_GROUP}/cpu-usage`,
  memoryUsage: `${SIMULATION_GROUP}/memory-usage`,
  /** `image-not-found`, `crash-loop` or `out-of-memory`. */
  fault: `${SIMULATION_GROUP}/fault`,
} as const;
