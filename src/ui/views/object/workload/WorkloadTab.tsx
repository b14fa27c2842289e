import './workload.css';
import { Alert } from '@patternfly/react-core';
import { memo } from 'react';
import type { ApiObject } from '../../../../api/object.ts';
import type { DiscoveredResource } from '../../../../client/discovery.ts';
import { conditionsOf } from '../../../../client/objects/object-facts.ts';
import { podCounts, progressOf, type Workload } from '../../../../client/objects/workload.ts';
import { SimulationNote } from '../../../components/notices/SimulationNote.tsx';
import { TitledCard } from '../../../components/TitledCard.tsx';
import { WhyButton } from '../../../components/why/WhyButton.tsx';
import { ConditionsCard } from '../ConditionsCard.tsx';
import { CountBar } from './CountBar.tsx';
import { PodsCard } from './PodsCard.tsx';
import { RevisionsCard } from './RevisionsCard.tsx';
import { useWorkload } from './use-workload.ts';
import { WorkloadActions } from './WorkloadActions.tsx';
import { WorkloadEvents } from './WorkloadEvents.tsx';

interface WorkloadTabProps {
  readonly resource: DiscoveredResource;
  readonly object: ApiObject;
}

interface ProgressCardProps {
  readonly resource: DiscoveredResource;
  readonly workload: Workload;
}

/** The rollout of a workload as it happens: progress, revisions, pods, conditions and events. */
export function WorkloadTab({ resource, object }: WorkloadTabProps) {
  const workload: Workload = object;
  const { revisions, sets, pods } = useWorkload(resource, workload);
  return (
    <div className="tp-workload">
      <SimulationNote resource={resource} object={object} />
      <ProgressCard resource={resource} workload={workload} />
      {revisions && <RevisionsCard resource={resource} workload={workload} revisions={revisions} />}
      <PodsCard pods={pods} />
      <WorkloadConditions workload={workload} />
      <WorkloadEvents workload={workload} sets={sets} pods={pods.items} />
    </div>
  );
}

/** The progress of a rollout. Memoized, because the pods change more often. */
const ProgressCard = memo(function ProgressCard({ resource, workload }: ProgressCardProps) {
  const progress = progressOf(resource.resource, workload);
  return (
    <TitledCard title="Progress" bodyClassName="tp-progress">
      <Alert component="h3" isInline isPlain variant={progress.status} title={progress.text} isLiveRegion />
      <div className="tp-counts">
        {podCounts(resource.resource, workload).map((count) => (
          <div key={count.label} className="tp-counted">
            <CountBar {...count} />
            <WhyButton
              aspect={{ count: count.label.toLowerCase() }}
              statement={`${count.count} of ${count.of} ${count.label.toLowerCase()}`}
            />
          </div>
        ))}
      </div>
      <WorkloadActions resource={resource} workload={workload} />
    </TitledCard>
  );
});

const WorkloadConditions = memo(function WorkloadConditions({ workload }: Pick<ProgressCardProps, 'workload'>) {
  const conditions = conditionsOf(workload);
  return conditions.length > 0 && <ConditionsCard conditions={conditions} />;
});
