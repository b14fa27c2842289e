import { AdmissionChain } from '../admission/admission-chain.ts';
import { createAdmissionPlugins } from '../admission/index.ts';
import { type ClockSetting, ClusterClock } from '../api/cluster-clock.ts';
import { DEBUG_GROUP, DEBUG_VERSION } from '../api/debug/access-explanation.ts';
import { dialectNamed } from '../api/dialect.ts';
import { type Clock, reportToConsole } from '../api/environment.ts';
import type { CustomResourceDefinition } from '../api/kinds/apiextensions-v1.generated.ts';
import type { ObjectReader } from '../api/ports/object-reader.ts';
import { EscalationCheck } from '../authorization/rbac/escalation.ts';
import { type ObservedConversion, WebhookConverter } from '../conversion/webhook-converter.ts';
import { FlowController } from '../flow-control/flow-controller.ts';
import { InFlightLimit } from '../flow-control/in-flight-limit.ts';
import { createLocalServices } from '../local-services/local-services.ts';
import { behaviors } from '../resources/index.ts';
import { createSchemaRegistry } from '../schema/schema-registry.ts';
import type { Storage } from '../storage/storage.ts';
import { createServiceCaller } from './aggregation/call-service.ts';
import { RegisteredApis } from './aggregation/registered-apis.ts';
import { RemoteApiServers } from './aggregation/remote-api-servers.ts';
import { RemoteDocumentCache } from './aggregation/remote-documents.ts';
import { admissionKinds } from './capabilities/admission-kinds.ts';
import { ResourceTable } from './catalog/resource-table.ts';
import { TypeDescriptions } from './catalog/type-descriptions.ts';
import type { ServerContext } from './context/server-context.ts';
import { openAllowedOrigins } from './flags/allowed-origins.ts';
import { type FeatureGates, openFeatureGates } from './flags/feature-gates.ts';
import { checkRuntimeConfig } from './flags/runtime-config.ts';
import { DEFAULT_FLAGS, isVersionServed, openServiceRanges, type ServerFlags } from './flags/server-flags.ts';
import { CertificateAuthority } from './identity/certificate-authority.ts';
import { openAuthenticator } from './identity/open-authenticator.ts';
import { openAuthorizer } from './identity/open-authorizer.ts';
import { openServiceAccountKeys } from './identity/service-account-keys.ts';
import { Claims } from './objects/claims.ts';
import { readSetting } from './objects/cluster-settings.ts';
import { FailedWrites } from './objects/failed-writes.ts';
import { InjectedFaults } from './objects/injected-faults.ts';
import { ObjectStore } from './objects/object-store.ts';
import { readerWith } from './objects/reader-with.ts';
import { WatchHub } from './objects/watch-hub.ts';
import { openAuditLog } from './observe/audit/audit-log.ts';
import { RecentWrites } from './observe/causes/recent-writes.ts';
import { measuredPlugins } from './observe/metrics/measured-plugin.ts';
import { ServerMetrics } from './observe/metrics/server-metrics.ts';
import { RecentTraces } from './observe/traces/recent-traces.ts';
import { answer } from './pipeline/pipeline.ts';
import type { ServerOptions } from './server-options.ts';
import { objectWriter } from './write/server-writes.ts';

/**
 * Builds every part of a server from its options, in order of dependency.
 * @param origin the server that this one is a fork of, which shares its immutable parts
 */
export async function openServerContext(
  {
    storage,
    clock: givenClock,
    random,
    fetch,
    fetchInCluster = fetch,
    flags: given,
    compression = false,
    auditSink,
    sandbox,
    loadDescriptions,
    traceLog,
    writeLog,
    reportProblem = reportToConsole,
  }: ServerOptions,
  origin?: ServerContext,
): Promise<ServerContext> {
  const clusterClock = givenClock instanceof ClusterClock ? givenClock : undefined;
  const clock = clusterClock?.forServer ?? givenClock;
  if (clusterClock) await restoreClock(clusterClock, storage);
  const flags = { ...DEFAULT_FLAGS, ...given };
  const dialect = dialectNamed(flags.dialect);
  checkRuntimeConfig(flags['runtime-config'], dialect);
  const schemas = createSchemaRegistry(dialect);
  const isServed = (group: string, version: string, resource: string) =>
    isVersionServed(flags, group, version, resource);
  const resources = new ResourceTable(dialect, schemas, behaviors, isServed, origin?.resources);
  const features = openFeatureGates(flags, dialect);
  const metrics = new ServerMetrics();
  const claims = await Claims.open(storage);
  const objects = await ObjectStore.open(storage, claims, origin?.objects.states);
  const reader = objects.reader(resources);
  const serviceCallerOver = (seen: ObjectReader) =>
    createServiceCaller({
      ...{ reader: seen, clock, fetch: fetchInCluster },
      local: sandbox && createLocalServices({ reader: seen, sandbox, clock }),
    });
  const callService = serviceCallerOver(reader);
  const conversion = {
    ...{ clock, random, fetch, reader, dialect, callService, reportProblem },
    observe: (observed: ObservedConversion) => metrics.converted(observed),
  };
  const authorizer = openAuthorizer(flags, { reader, dialect, clock, fetch });
  const serviceAccountKeys = await openServiceAccountKeys({
    storage,
    signingKeyFile: flags['service-account-signing-key-file'],
    keyFile: flags['service-account-key-file'],
  });
  const certificates = new CertificateAuthority(storage, clock, random);
  const parts = {
    dialect,
    clock,
    clusterClock,
    background: {},
    random,
    fetchInCluster,
    reportProblem,
    faults: await InjectedFaults.open(storage, random),
    failedWrites: new FailedWrites({ clock, random, reportProblem }),
    flags,
    features,
    isAllowedOrigin: openAllowedOrigins(flags['cors-allowed-origins']),
    compression,
    objects,
    reader,
    schemas,
    resources,
    descriptions: new TypeDescriptions(loadDescriptions, dialect, reportProblem),
    apis: new RegisteredApis(),
    remoteApis: new RemoteApiServers({ reader, fetch: fetchInCluster, flags, callService }),
    remoteDocuments: new RemoteDocumentCache(origin?.remoteDocuments),
    callService,
    claims,
    serviceRanges: openServiceRanges(flags['service-cluster-ip-range']),
    watches: await WatchHub.open(storage),
    converterOf: (definition: CustomResourceDefinition) =>
      definition.spec.conversion?.strategy === 'Webhook' ? new WebhookConverter(conversion, definition) : undefined,
    flows: openFlows(flags, features, clock),
    metrics,
    audit: openAuditLog(flags['audit-policy-file'], auditSink, { clock, dialect, metrics }),
    traces: isVersionServed(flags, DEBUG_GROUP, DEBUG_VERSION, 'requesttraces')
      ? new RecentTraces(clock, traceLog)
      : undefined,
    writes: isVersionServed(flags, DEBUG_GROUP, DEBUG_VERSION, 'causes')
      ? new RecentWrites(clock, writeLog)
      : undefined,
    authenticator: openAuthenticator(flags, {
      ...{ reader, dialect, clock, fetch, serviceAccountKeys },
      clusterAuthorities: () => certificates.certificates(),
      labelSecret: async (secret, label, value) => {
        const labels = { ...secret.metadata.labels, [label]: value };
        await writer.update('', 'secrets', { ...secret, metadata: { ...secret.metadata, labels } });
      },
    }),
    authorizer,
    serviceAccountKeys,
    certificates,
    escalation: new EscalationCheck({ reader, dialect, authorizer }),
  };
  const writer = objectWriter(parts);
  const pluginsOver = (seen: ObjectReader) =>
    measuredPlugins(
      createAdmissionPlugins(
        {
          ...{ dialect, clock, random, fetch, reader: seen, writer, authorizer },
          kinds: admissionKinds(parts),
          tolerationSeconds: {
            'not-ready': flags['default-not-ready-toleration-seconds'],
            unreachable: flags['default-unreachable-toleration-seconds'],
          },
          faultOfWebhook: (name) => parts.faults.ofWebhook(name),
          observeWebhook: (observed) => metrics.webhookAsked(observed),
          callService: serviceCallerOver(seen),
        },
        flags,
      ).filter(({ name }) => name !== 'ValidatingAdmissionPolicy' || features.enabled(name)),
      metrics,
      clock,
    );
  const admissionOver = (seen: ObjectReader) =>
    new AdmissionChain(pluginsOver(seen), (plugins, phase, operation) =>
      metrics.passesOf(plugins, phase === 'mutate' ? 'admit' : 'validate', operation),
    );
  return {
    ...parts,
    answer,
    admission: admissionOver(reader),
    admissionWith: (added) => admissionOver(readerWith(reader, added)),
  };
}

async function restoreClock(clock: ClusterClock, storage: Storage): Promise<void> {
  const setting = await readSetting<ClockSetting>(storage, 'clock');
  if (setting) clock.restore(setting);
}

/** Longest wait of a request in a queue, in milliseconds: a quarter of the real server's default request timeout. */
const QUEUE_WAIT_LIMIT = 15_000;

function openFlows(flags: ServerFlags, features: FeatureGates, clock: Clock): FlowController | InFlightLimit {
  const readOnly = flags['max-requests-inflight'];
  const mutating = flags['max-mutating-requests-inflight'];
  return flags['enable-priority-and-fairness'] && features.enabled('APIPriorityAndFairness')
    ? new FlowController({ clock, serverSeats: readOnly + mutating, waitLimit: QUEUE_WAIT_LIMIT })
    : new InFlightLimit({ readOnly, mutating });
}
