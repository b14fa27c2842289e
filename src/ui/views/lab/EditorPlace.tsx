import { Bullseye, Spinner } from '@patternfly/react-core';
import { type ReactNode, Suspense } from 'react';

/** Keeps the place of an editor while it is loaded. */
export const EditorPlace = ({ children }: { readonly children: ReactNode }) => (
  <Suspense
    fallback={
      <Bullseye className="tp-monaco">
        <Spinner aria-label="Loading the editor" />
      </Bullseye>
    }
  >
    {children}
  </Suspense>
);
