import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

// The accent of screens.md 14: #087f5b with white text in both themes, #066649 when hovered.
const brand: MantineColorsTuple = [
  '#e6f7f1',
  '#c9ecdf',
  '#95dcc2',
  '#5fcda6',
  '#38d9a9',
  '#12956c',
  '#087f5b',
  '#066649',
  '#05523b',
  '#043f2d',
]

/** A layer's head must not be a second banner of the page. */
const HEAD = { header: { role: 'presentation' } }

/** Sizes and defaults of the kit; colours are in tokens.css, which the resolver points to. */
export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: 6,
  colors: { brand },
  fontFamily: 'Inter, system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, Menlo, Consolas, monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.4', sm: '1.4', md: '1.4', lg: '1.4', xl: '1.4' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '2px', sm: '4px', md: '4px', lg: '4px', xl: '4px' },
  defaultRadius: 'sm',
  headings: { fontFamily: 'Inter, system-ui, sans-serif', fontWeight: '600' },
  focusRing: 'auto',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Modal: { defaultProps: { lockScroll: false, centered: true, attributes: HEAD } },
    // Typed text and Enter take the first match, and choosing the selected option again does not clear it.
    Select: {
      defaultProps: {
        openOnFocus: false,
        checkIconPosition: 'right',
        selectFirstOptionOnChange: true,
        allowDeselect: false,
      },
    },
  },
})

/** Points the kit's colour variables at our tokens, so that one file defines both themes. */
export const resolver: CSSVariablesResolver = () => {
  const both = {
    '--mantine-color-body': 'var(--page)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--dimmed)',
    '--mantine-color-placeholder': 'var(--placeholder)',
    '--mantine-color-anchor': 'var(--link)',
    '--mantine-color-error': 'var(--error)',
    '--mantine-color-success': 'var(--primary)',
    '--mantine-color-bright': 'var(--text)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--raised)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--hairline)',
    '--mantine-color-disabled': 'var(--raised)',
    '--mantine-color-disabled-color': 'var(--placeholder)',
    '--mantine-color-disabled-border': 'var(--hairline)',
  }
  return { variables: {}, light: both, dark: both }
}
