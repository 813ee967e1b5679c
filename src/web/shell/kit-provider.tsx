import '../ui/theme/kit-styles.ts'
import { MantineContext, MantineThemeProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { useMemo, type ComponentProps, type ReactNode } from 'react'
import { queryClient } from '../api/query-client.ts'
import { useAppearance } from '../state/preferences.ts'
import { theme } from '../ui/theme/theme.ts'

/**
 * What the kit's own provider would give. It would also load what writes style elements, which the page's policy forbids, and
 * keep the theme in local storage, which holds the token alone. The attributes that it writes are those of `index.html` and of the
 * appearance.
 */
const KIT: Omit<NonNullable<ComponentProps<typeof MantineContext>['value']>, 'colorScheme'> = {
  setColorScheme: () => undefined,
  clearColorScheme: () => undefined,
  getRootElement: () => document.documentElement,
  classNamesPrefix: 'mantine',
  cssVariablesSelector: ':root',
  withStaticClasses: true,
}

/** Kit and cache, which signed-in screens need and the sign-in page does not load. */
export function KitProvider({ children }: { children: ReactNode }) {
  const colorScheme = useAppearance((look) => look.scheme)
  const kit = useMemo(() => ({ ...KIT, colorScheme }), [colorScheme])
  return (
    <MantineContext value={kit}>
      <MantineThemeProvider theme={theme}>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </MantineThemeProvider>
    </MantineContext>
  )
}
