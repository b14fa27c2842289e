/** The package entry `tabplane/testing`: a cluster for each test, a clock that tests set, and expectations of decisions. */
export type { Causes, ChangeNode, ChangeReason, Reason, WriteCause, WriteRecord } from '../../api/debug/causes.ts';
export type { RequestTrace } from '../../api/debug/request-trace.ts';
export type { Cause, Evidence, Fix, ObjectName, Why } from '../../api/debug/why.ts';
export type { ClusterUser, Fault, KubernetesObject, Persona, Seed, Snapshot } from '../../embedding/cluster.ts';
export { type ExpectedWrite, expectCausedBy, type FollowedChange, followChange } from './causes/follow-change.ts';
export { createTestCluster, type TestClusterOptions } from './create-test-cluster.ts';
export type { PageRoute, RoutedPage } from './page/route-page.ts';
export type { TestCluster } from './test-cluster.ts';
export {
  ExpectationError,
  type ExpectedChange,
  type ExpectedDenial,
  expectAllowed,
  expectChange,
  expectDenied,
} from './traces/expectations.ts';
export { type ExaminedRequest, lastTrace, traceOf } from './traces/traced-request.ts';
export { type AdmissionChange, admissionChanges, allowedBy, type Denial, deniedBy } from './traces/verdicts.ts';
export { type ExpectedCause, type ExplainedObject, expectWhy, whyOf } from './why/why-of.ts';
