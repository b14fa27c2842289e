import { Button, Card, CardBody, CardHeader, CardTitle, Checkbox } from '@patternfly/react-core';

interface CountedChoicesProps {
  readonly title: string;
  /** Values and their number of objects. */
  readonly counts: readonly (readonly [string, number])[];
  readonly without: ReadonlySet<string>;
  readonly onChange: (without: ReadonlySet<string>) => void;
}

/** Selects values to include, each with its number of objects. */
export function CountedChoices({ title, counts, without, onChange }: CountedChoicesProps) {
  const toggle = (value: string, isChecked: boolean) => {
    const next = new Set(without);
    if (isChecked) next.delete(value);
    else next.add(value);
    onChange(next);
  };
  const isEverySelected = counts.every(([value]) => !without.has(value));
  return (
    <Card isCompact>
      <CardHeader
        actions={{
          actions: (
            <Button
              variant="link"
              isInline
              onClick={() => onChange(isEverySelected ? new Set(counts.map(([value]) => value)) : new Set())}
            >
              {isEverySelected ? `Clear ${title.toLowerCase()}` : `Select all ${title.toLowerCase()}`}
            </Button>
          ),
        }}
      >
        <CardTitle component="h2">{title}</CardTitle>
      </CardHeader>
      <CardBody>
        {counts.length === 0 && <p className="tp-subtle">No objects</p>}
        {counts.map(([value, count]) => (
          <Checkbox
            key={value}
            id={`export-${title}-${value}`}
            label={
              <>
                {value} <span className="tp-subtle">{count.toLocaleString('en')}</span>
              </>
            }
            isChecked={!without.has(value)}
            onChange={(_, isChecked) => toggle(value, isChecked)}
          />
        ))}
      </CardBody>
    </Card>
  );
}
