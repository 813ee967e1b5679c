import { defineConfig } from '@playwright/test'
import { browserConfig } from './support/browser-config.ts'

// The flags keep Chromium quiet on a machine without the internet; the sandbox does not work as root.
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
  // A document lives for seconds: compiling for speed what runs a hundred times costs a fifth more than it saves.
  '--js-flags=--no-maglev,--no-opt',
]

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../../test-results',
  ...(!browserConfig.running && { globalSetup: './support/start-product.ts' }),
  workers: 1,
  fullyParallel: false,
  retries: 0,
  // The speed of a machine decides no journey: a stuck one is named and ended, long after any other.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: [['list']],
  use: {
    // A click that finds nothing says what it looked for.
    actionTimeout: 120_000,
    baseURL: browserConfig.address,
    viewport: { width: 1366, height: 768 },
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    launchOptions: { executablePath: browserConfig.chromium, args: ARGS },
  },
})
