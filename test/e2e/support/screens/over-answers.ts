import type { TestInfo } from '@playwright/test'

/** At the end of a journey's name: `npm test` runs it over recorded answers, `npm run test:web` through the whole product. */
const OVER_ANSWERS = '@screen'

/** Whether this run of a journey has recorded answers under its screens. */
export const isOverAnswers = ({ title }: TestInfo): boolean =>
  title.endsWith(OVER_ANSWERS) && process.env['E2E_WHOLE'] !== '1'
