import { documentTexts } from '#contract/document/document-texts.ts'
import { serve } from '#http/serve.ts'
import { deleteDraft, publishTexts, saveTexts } from './change-texts.ts'
import { getDocuments, getTexts } from './present-texts.ts'
import { previewTexts } from './preview-texts.ts'

/** Texts of forms and their versions (domain.md 9.1). */
export const documentTextRoutes = [
  serve(documentTexts.getDocuments, getDocuments),
  serve(documentTexts.getTexts, getTexts),
  serve(documentTexts.saveTexts, saveTexts),
  serve(documentTexts.deleteDraft, deleteDraft),
  serve(documentTexts.publishTexts, publishTexts),
  serve(documentTexts.previewTexts, previewTexts),
]
