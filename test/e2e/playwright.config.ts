import { defineConfig } from '@playwright/test'
import { browserConfig, CHROMIUM_ARGS } from './support/browser-config.ts'

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
  reporter: [['list'], ['./support/failure-reporter.ts']],
  use: {
    // A click that finds nothing says what it looked for.
    actionTimeout: 120_000,
    baseURL: browserConfig.address,
    viewport: { width: 1366, height: 768 },
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    launchOptions: { executablePath: browserConfig.chromium, args: CHROMIUM_ARGS },
  },
})
