import {
  Alert,
  Button,
  Card,
  CardBody,
  CardHeader,
  CardTitle,
  Flex,
  ToggleGroup,
  ToggleGroupItem,
} from '@patternfly/react-core';
import { useState } from 'react';
import { useStore } from 'zustand';
import { errorText } from '../../../api/error-text.ts';
import { ServerMessage } from '../../components/text/ServerMessage.tsx';
import { useApplication } from '../../hooks/use-application.ts';
import { useClusterTime } from '../../hooks/use-cluster-time.ts';

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
];

/** The cluster's time: pause it, let it pass faster, or move it forward. */
export function ClockCard() {
  const { clusterClock } = useApplication();
  const { rate, setRate, advance } = useStore(clusterClock);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  if (rate === undefined) return null;
  const change = async (request: Promise<void>) => {
    setBusy(true);
    setError(undefined);
    await request.catch(setError);
    setBusy(false);
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
          {error !== undefined && (
            <Alert isInline variant="danger" title="The clock could not be changed">
              <ServerMessage>{errorText(error)}</ServerMessage>
            </Alert>
          )}
        </Flex>
      </CardBody>
    </Card>
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
