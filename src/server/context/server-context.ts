import type { AdmissionChain } from '../../admission/admission-chain.ts';
import type { ClusterClock } from '../../api/cluster-clock.ts';
import type { Dialect } from '../../api/dialect.ts';
import type { Clock, Fetch, Random, ReportProblem } from '../../api/environment.ts';
import type { CustomResourceDefinition } from '../../api/kinds/apiextensions-v1.generated.ts';
import type { ApiResponse } from '../../api/messages/api-messages.ts';
import type { ControllerSwitches } from '../../api/ports/controller-switches.ts';
import type { ObjectConverter } from '../../api/ports/object-converter.ts';
import type { ObjectReader } from '../../api/ports/object-reader.ts';
import type { ServiceCaller } from '../../api/ports/service-caller.ts';
import type { IpRange } from '../../api/values/ip-address.ts';
import type { Authenticator } from '../../authentication/authenticator.ts';
import type { ServiceAccountKeys } from '../../authentication/service-accounts/account-token-keys.ts';
import type { EscalationCheck } from '../../authorization/rbac/escalation.ts';
import type { RuleAuthorizer } from '../../authorization/rules-review.ts';
import type { FlowController } from '../../flow-control/flow-controller.ts';
import type { InFlightLimit } from '../../flow-control/in-flight-limit.ts';
import type { SchemaRegistry } from '../../schema/schema-registry.ts';
import type { RegisteredApis } from '../aggregation/registered-apis.ts';
import type { RemoteApiServers } from '../aggregation/remote-api-servers.ts';
import type { RemoteDocumentCache } from '../aggregation/remote-documents.ts';
import type { ResourceTable } from '../catalog/resource-table.ts';
import type { TypeDescriptions } from '../catalog/type-descriptions.ts';
import type { FeatureGates } from '../flags/feature-gates.ts';
import type { ServerFlags } from '../flags/server-flags.ts';
import type { CertificateAuthority } from '../identity/certificate-authority.ts';
import type { Claims } from '../objects/claims.ts';
import type { FailedWrites } from '../objects/failed-writes.ts';
import type { InjectedFaults } from '../objects/injected-faults.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import type { AddedObject } from '../objects/reader-with.ts';
import type { WatchHub } from '../objects/watch-hub.ts';
import type { AuditLog } from '../observe/audit/audit-log.ts';
import type { RecentWrites } from '../observe/causes/recent-writes.ts';
import type { ServerMetrics } from '../observe/metrics/server-metrics.ts';
import type { ReceivedRequest } from '../observe/received-request.ts';
import type { RecentTraces } from '../observe/traces/recent-traces.ts';

/** The shared parts of a server; `createServer` makes them once. */
export interface ServerContext {
  readonly dialect: Dialect;
  readonly clock: Clock;
  /** The clock behind `clock`, if users may set it. */
  readonly clusterClock: ClusterClock | undefined;
  readonly random: Random;
  /** Sends requests to nodes, pods and services. */
  readonly fetchInCluster: Fetch;
  readonly reportProblem: ReportProblem;
  readonly failedWrites: FailedWrites;
  readonly flags: ServerFlags;
  readonly features: FeatureGates;
  /** Reports whether pages of an origin may read responses. Undefined: none may. */
  readonly isAllowedOrigin: ((origin: string) => boolean) | undefined;
  /** Whether the host forwards gzipped bodies unchanged. */
  readonly compression: boolean;
  readonly objects: ObjectStore;
  readonly reader: ObjectReader;
  readonly watches: WatchHub;
  /** Limits the requests that execute concurrently: by priority and fairness, or by plain limits when that is off. */
  readonly flows: FlowController | InFlightLimit;
  readonly metrics: ServerMetrics;
  /** Undefined without an audit sink or an audit policy. */
  readonly audit: AuditLog | undefined;
  readonly claims: Claims;
  /** The ranges of cluster IPs: one, or one of each family. */
  readonly serviceRanges: readonly IpRange[];
  /** Returns the converter of a definition; undefined for the conversion strategy None. */
  converterOf(definition: CustomResourceDefinition): ObjectConverter | undefined;
  readonly schemas: SchemaRegistry;
  readonly resources: ResourceTable;
  /** The texts of the OpenAPI documents. */
  readonly descriptions: TypeDescriptions;
  readonly apis: RegisteredApis;
  readonly remoteApis: RemoteApiServers;
  readonly remoteDocuments: RemoteDocumentCache;
  /** Calls the code of local services; undefined without a sandbox. */
  readonly callService: ServiceCaller | undefined;
  readonly authenticator: Authenticator;
  readonly serviceAccountKeys: ServiceAccountKeys;
  readonly certificates: CertificateAuthority;
  readonly authorizer: RuleAuthorizer;
  /** The authorizer of the present, for a server of the past. */
  readonly present?: RuleAuthorizer;
  readonly escalation: EscalationCheck;
  /** The faults that a user gives the API and webhooks. */
  readonly faults: InjectedFaults;
  /** Traces of recent requests; undefined when the flags disable them. */
  readonly traces: RecentTraces | undefined;
  /** Recent writes and what led to them; undefined when the flags disable them. */
  readonly writes: RecentWrites | undefined;
  /** The admission plugins, in the order in which they run. */
  readonly admission: AdmissionChain;
  /** Returns new instances of the plugins that see more objects than are stored. */
  admissionWith(added: readonly AddedObject[]): AdmissionChain;
  /** Components that the host runs beside the server and attaches after its creation. */
  readonly background: { controllers?: ControllerSwitches };
  /** Answers a request through the whole pipeline, for requests of the server to itself. */
  answer(request: ReceivedRequest, server: ServerContext): Promise<ApiResponse>;
}

/** The parts of a server that exist before its admission plugins. */
export type ContextBeforeAdmission = Omit<ServerContext, 'admission' | 'admissionWith' | 'answer'>;
