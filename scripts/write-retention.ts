import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { retentionPage } from '#test/builders/retention-page.ts'

// Writes docs/retention.md from the rules; a test says when it is out of date.
writeFileSync(path.resolve(import.meta.dirname, '../docs/retention.md'), retentionPage())
