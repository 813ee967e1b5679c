import { documentTexts, type TextKind } from '#contract/document/document-texts.ts'

/** Whose texts of which document; without a company those of all. */
export interface TextScope {
  readonly kind: TextKind
  readonly companyId: string | undefined
}

/** Whatever a change of texts makes old. */
export const REFRESHES = {
  refreshes: [documentTexts.getTexts, documentTexts.getDocuments, documentTexts.previewTexts],
}
