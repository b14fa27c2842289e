import type { ControllerRevision } from '../../api/kinds/apps-v1.generated.ts';
import type { CertificateSigningRequest } from '../../api/kinds/certificates-v1.generated.ts';
import type { Lease } from '../../api/kinds/coordination-v1.generated.ts';
import type { Event as CoreEvent, Namespace, PodTemplate } from '../../api/kinds/core-v1.generated.ts';
import type { Event } from '../../api/kinds/events-v1.generated.ts';
import type { FlowSchema, PriorityLevelConfiguration, Subject } from '../../api/kinds/flowcontrol-v1beta3.generated.ts';
import type { RuntimeClass } from '../../api/kinds/node-v1.generated.ts';
import type { PriorityClass } from '../../api/kinds/scheduling-v1.generated.ts';
import type { ApiObject } from '../../api/object.ts';
import { kindKeyOf } from '../objects/kind-key.ts';
import { conditionsOf } from '../objects/object-facts.ts';
import { stateOf } from '../states/state-of.ts';
import {
  age,
  code,
  facts,
  lines,
  objectText,
  overview,
  pairsText,
  stateText,
  subtle,
  type Text,
  table,
} from './card.ts';
import { templateCards } from './pod.ts';

/** The state of a namespace, and the reasons why it is still terminating. */
export const namespaceOverview = overview<Namespace>((namespace, { dialect }) => [
  {
    title: 'Namespace',
    facts: facts([
      ['State', stateText(stateOf(namespace, dialect))],
      ['Finalizers', namespace.spec?.finalizers?.join(', ')],
      ...conditionsOf(namespace)
        .filter(({ status }) => status === 'True')
        .map(({ type = '', message }) => [type, message] as const),
    ]),
  },
]);

export const priorityClassOverview = overview<PriorityClass>(
  ({ value, globalDefault, preemptionPolicy, description }) => [
    {
      title: 'Priority class',
      facts: facts([
        ['Priority', value],
        ['Default', globalDefault ? 'Yes: of pods that name no class' : 'No'],
        ['Preemption', preemptionPolicy === 'Never' ? 'Never evicts other pods' : 'Evicts pods of lower priority'],
        ['Description', description],
      ]),
    },
  ],
);

export const runtimeClassOverview = overview<RuntimeClass>(({ handler, overhead, scheduling }) => [
  {
    title: 'Runtime class',
    facts: facts([
      ['Handler', code(handler)],
      ['Overhead', pairsText(overhead?.podFixed)],
      ['Nodes', pairsText(scheduling?.nodeSelector) ?? 'Every node'],
    ]),
  },
]);

export const leaseOverview = overview<Lease>(({ spec }) => [
  {
    title: 'Lease',
    facts: facts([
      ['Holder', spec?.holderIdentity ? code(spec.holderIdentity) : subtle('None')],
      ['Acquired', spec?.acquireTime && [age(spec.acquireTime), ' ago']],
      ['Renewed', spec?.renewTime && [age(spec.renewTime), ' ago']],
      ['Duration', spec?.leaseDurationSeconds !== undefined && `${spec.leaseDurationSeconds}s`],
      ['Transitions', spec?.leaseTransitions],
    ]),
  },
]);

const subjectText = ({ kind, user, group, serviceAccount }: Subject): Text =>
  serviceAccount
    ? objectText('core/ServiceAccount', serviceAccount, true)
    : [`${kind} `, code(user?.name ?? group?.name ?? '')];

const joined = (values: readonly string[] | null | undefined, every: string): string =>
  values?.includes('*') ? every : (values ?? []).map((value) => value || 'core').join(', ');

export const flowSchemaOverview = overview<FlowSchema>(({ spec }) => [
  {
    title: 'Flow schema',
    facts: facts([
      ['Priority level', spec && objectText('flowcontrol/PriorityLevelConfiguration', spec.priorityLevelConfiguration)],
      ['Precedence', spec?.matchingPrecedence],
      ['Flows', spec?.distinguisherMethod ? spec.distinguisherMethod.type : 'All requests are one flow'],
    ]),
    tables: table(
      'Matched requests',
      ['Subjects', 'Verbs', 'Resources'],
      (spec?.rules ?? []).flatMap(({ subjects, resourceRules, nonResourceRules }): Text[][] => {
        const who = lines((subjects ?? []).map(subjectText));
        return [
          ...(resourceRules ?? []).map(({ verbs, resources, apiGroups }): Text[] => [
            who,
            joined(verbs, 'Every verb'),
            `${joined(resources, 'Every resource')} of ${joined(apiGroups, 'every group')}`,
          ]),
          ...(nonResourceRules ?? []).map(({ verbs, nonResourceURLs }): Text[] => [
            who,
            joined(verbs, 'Every verb'),
            joined(nonResourceURLs, 'Every path'),
          ]),
        ];
      }),
    ),
  },
]);

export const priorityLevelOverview = overview<PriorityLevelConfiguration>(({ spec }) => {
  const { limited, exempt } = spec ?? {};
  const queuing = limited?.limitResponse?.queuing;
  return [
    {
      title: 'Priority level',
      facts: facts([
        ['Type', spec?.type === 'Exempt' ? 'Exempt: requests never wait' : 'Limited'],
        ['Shares', limited?.nominalConcurrencyShares ?? exempt?.nominalConcurrencyShares],
        ['Lends', `${limited?.lendablePercent ?? exempt?.lendablePercent ?? 0}% of its seats`],
        [
          'Borrows',
          limited &&
            (limited.borrowingLimitPercent === undefined
              ? 'Without limit'
              : `At most ${limited.borrowingLimitPercent}%`),
        ],
        ['When full', limited && (limited.limitResponse?.type === 'Queue' ? 'Requests wait' : 'Requests are rejected')],
        [
          'Queues',
          queuing &&
            `${queuing.queues ?? 64} of ${queuing.queueLengthLimit ?? 50} requests, ${queuing.handSize ?? 8} for each flow`,
        ],
      ]),
    },
  ];
});

export const signingRequestOverview = overview<CertificateSigningRequest>((request, { dialect }) => {
  const { spec } = request;
  return [
    {
      title: 'Request',
      facts: facts([
        ['State', stateText(stateOf(request, dialect))],
        ['Requested by', spec.username],
        ['Groups', spec.groups?.join(', ')],
        ['Signer', code(spec.signerName)],
        ['Usages', spec.usages?.join(', ')],
        ['Requested lifetime', spec.expirationSeconds !== undefined && `${spec.expirationSeconds}s`],
      ]),
    },
  ];
});

export const controllerRevisionOverview = overview<ControllerRevision>(({ revision, data }) => [
  {
    title: 'Revision',
    facts: facts([
      ['Revision', revision],
      [
        'Template',
        { type: 'content', label: 'Template', text: JSON.stringify(data, undefined, 2) ?? '', isSecret: false },
      ],
    ]),
  },
]);

/** An event in the form of the core group or of the events group. */
interface AnyEvent extends ApiObject, Partial<Omit<CoreEvent & Event, keyof ApiObject | 'series'>> {
  readonly series?: { readonly count: number; readonly lastObservedTime: string };
}

export const eventOverview = overview<AnyEvent>((event, { dialect }) => {
  const { involvedObject, regarding, series, source, deprecatedSource } = event;
  const about = involvedObject ?? regarding;
  const { message, note, reportingComponent, reportingController } = event;
  const count = series?.count ?? event.count ?? event.deprecatedCount;
  const last = series?.lastObservedTime ?? event.lastTimestamp ?? event.deprecatedLastTimestamp ?? event.eventTime;
  return [
    {
      title: 'Event',
      facts: facts([
        ['About', about && objectText(kindKeyOf(about, dialect), about, true)],
        ['Type', { type: 'state', mark: event.type === 'Warning' ? 'warning' : 'info', text: event.type ?? 'Normal' }],
        ['Reason', event.reason],
        ['Message', message ?? note],
        ['Seen', last && [age(last), ' ago', ...(count && count > 1 ? [`, ${count} times`] : [])]],
        ['Reported by', reportingComponent || reportingController || (source ?? deprecatedSource)?.component],
        ['Action', event.action],
      ]),
    },
  ];
});

export const podTemplateOverview = overview<PodTemplate>(({ metadata, template }) =>
  templateCards(template?.spec, metadata.namespace),
);
