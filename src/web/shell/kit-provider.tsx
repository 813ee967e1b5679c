import '../ui/theme/kit-styles.ts'
import { MantineProvider, type MantineColorSchemeManager } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryClient } from '../api/query-client.ts'
import { useAppearance } from '../state/preferences.ts'
import { theme } from '../ui/theme/theme.ts'

/** The kit's own manager writes to local storage, which holds the token alone. */
const schemes: MantineColorSchemeManager = {
  get: () => useAppearance.getState().scheme,
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
}

/**
 * Kit and cache, which signed-in screens need and the sign-in page does not load; without style
 * elements, since the page's policy forbids them.
 */
export function KitProvider({ children }: { children: ReactNode }) {
  const scheme = useAppearance((look) => look.scheme)
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={schemes}
      forceColorScheme={scheme}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </MantineProvider>
  )
}
