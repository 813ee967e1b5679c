import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'
import type { Plugin } from 'vite'
import { resolver, theme } from './ui/theme/theme.ts'

const WHOLE = createRequire(import.meta.url).resolve('@mantine/core/styles.layer.css')
const STYLES = path.join(path.dirname(WHOLE), 'styles')

/** The module of a component or of what several of them share, by which its styles are named. */
const COMPONENT = /\/@mantine\/core\/esm\/(?:\w+\/)*(\w+)\/\1\.mjs$/

/** Colours of the kit that no screen has: their variables are 3 KiB of each start. */
const ABSENT = ['blue', 'cyan', 'grape', 'indigo', 'lime', 'pink', 'teal', 'violet', 'yellow']

const VARIABLES = 'virtual:theme.css'
const COMPONENTS = 'virtual:kit-components.css'

/**
 * The kit's styles: its variables as a file, since the page's policy forbids the style element that the kit would add itself, and
 * the rules of each component in the file of its code. Under `npm run dev`, where the kit is bundled before, they are one file.
 */
export function kitCss(): Plugin {
  let isBuild = true
  return {
    name: 'kit-css',
    configResolved: ({ command }) => void (isBuild = command === 'build'),
    resolveId: (id) => (id === VARIABLES || id === COMPONENTS ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${VARIABLES}`) return variablesText()
      if (id !== `\0${COMPONENTS}`) return undefined
      return isBuild ? '' : readFileSync(WHOLE, 'utf8')
    },
    transform(code, id) {
      const [, component] = COMPONENT.exec(id) ?? []
      const styles = component && path.join(STYLES, `${component}.layer.css`)
      if (!isBuild || !styles || !existsSync(styles)) return undefined
      return { code: `import ${JSON.stringify(styles)}\n${code}`, map: null }
    },
  }
}

function variablesText(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme)
  const base = defaultCssVariablesResolver(merged)
  const own = resolver(merged)
  return convertCssVariables({
    variables: withoutAbsent({ ...base.variables, ...own.variables }),
    light: withoutAbsent({ ...base.light, ...own.light }),
    dark: withoutAbsent({ ...base.dark, ...own.dark }),
  })
}

const withoutAbsent = (variables: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).filter(
      ([name]) => !ABSENT.some((color) => name.startsWith(`--mantine-color-${color}-`)),
    ),
  )
