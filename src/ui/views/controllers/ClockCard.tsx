import {
  Alert,
  Button,
  Card,
  CardBody,
  CardHeader,
  CardTitle,
  Flex,
  FlexItem,
  Progress,
  ToggleGroup,
  ToggleGroupItem,
} from '@patternfly/react-core';
import { useState } from 'react';
import { useStore } from 'zustand';
import { errorText } from '../../../api/error-text.ts';
import { ServerMessage } from '../../components/text/ServerMessage.tsx';
import { useApplication } from '../../hooks/use-application.ts';
import { useClusterTime } from '../../hooks/use-cluster-time.ts';
import type { ClockMove } from '../../state/stores/cluster-clock-store.ts';

const SPEEDS = [
  { rate: 0, text: 'Paused' },
  { rate: 1, text: 'Normal' },
  { rate: 10, text: '10×' },
  { rate: 60, text: '60×' },
  { rate: 600, text: '600×' },
];
const STEPS = [
  { seconds: 1, text: '1 second' },
  { seconds: 10, text: '10 seconds' },
  { seconds: 60, text: '1 minute' },
  { seconds: 3600, text: '1 hour' },
  { seconds: 86_400, text: '1 day' },
];

/** The cluster's time: pause it, let it pass faster, or move it forward. */
export function ClockCard() {
  const { clusterClock } = useApplication();
  const { rate, move, setRate, advance, endMove } = useStore(clusterClock);
  const [isChanging, setChanging] = useState(false);
  const [error, setError] = useState<unknown>();
  if (rate === undefined) return null;
  const isBusy = isChanging || move !== undefined;
  const change = async (request: Promise<void>) => {
    setChanging(true);
    setError(undefined);
    await request.catch(setError);
    setChanging(false);
  };
  return (
    <Card isCompact>
      <CardHeader>
        <CardTitle component="h2">Clock</CardTitle>
      </CardHeader>
      <CardBody>
        <Flex direction={{ default: 'column' }} gap={{ default: 'gapMd' }}>
          <ClusterTimeText />
          <Flex gap={{ default: 'gapMd' }} alignItems={{ default: 'alignItemsCenter' }}>
            <ToggleGroup aria-label="Speed" isCompact>
              {SPEEDS.map((speed) => (
                <ToggleGroupItem
                  key={speed.rate}
                  text={speed.text}
                  isSelected={rate === speed.rate}
                  isDisabled={isBusy}
                  onChange={() => void change(setRate(speed.rate))}
                />
              ))}
            </ToggleGroup>
            <Flex gap={{ default: 'gapSm' }} alignItems={{ default: 'alignItemsCenter' }}>
              <span>Move forward</span>
              {STEPS.map(({ seconds, text }) => (
                <Button
                  key={seconds}
                  size="sm"
                  variant="secondary"
                  isDisabled={isBusy}
                  onClick={() => void change(advance(seconds))}
                >
                  {text}
                </Button>
              ))}
            </Flex>
          </Flex>
          {move?.isLong && <MoveProgress move={move} onCancel={() => void endMove().catch(setError)} />}
          {error !== undefined && (
            <Alert component="h3" isInline variant="danger" title="The clock could not be changed">
              <ServerMessage>{errorText(error)}</ServerMessage>
            </Alert>
          )}
        </Flex>
      </CardBody>
    </Card>
  );
}

interface MoveProgressProps {
  readonly move: ClockMove;
  readonly onCancel: () => void;
}

/** The progress of a clock move, with a button that ends it at the time reached. */
function MoveProgress({ move: { from, to }, onCancel }: MoveProgressProps) {
  const percent = Number(useClusterTime((now) => String(Math.floor((100 * (now - from)) / Math.max(to - from, 1)))));
  return (
    <Flex gap={{ default: 'gapMd' }} alignItems={{ default: 'alignItemsCenter' }}>
      <FlexItem grow={{ default: 'grow' }}>
        <Progress
          size="sm"
          value={Math.min(Math.max(percent, 0), 100)}
          title={`Moving forward to ${new Date(to).toISOString().slice(0, 19).replace('T', ' ')} UTC`}
        />
      </FlexItem>
      <Button size="sm" variant="secondary" onClick={onCancel}>
        Cancel
      </Button>
    </Flex>
  );
}

function ClusterTimeText() {
  const time = useClusterTime((now) => new Date(now).toISOString());
  return (
    <p>
      <time dateTime={time} className="tp-cluster-time">
        {time.slice(0, 10)} {time.slice(11, 19)} UTC
      </time>
    </p>
  );
}
