/** The handler of each console operation. */

import {
  changePassword,
  disableSecondFactor,
  enableSecondFactor,
  getMe,
  proposeSecondFactor,
  renewRecoveryCodes,
} from './account.ts'
import { getBalanceHistory } from './accounts/balanceHistory.ts'
import {
  changeAccount,
  changeCompany,
  createAccount,
  createCompany,
  createWorkspace,
  renameWorkspace,
} from './accounts/setup.ts'
import { listAudit } from './audit.ts'
import { getBillDetails } from './bills/billDetails.ts'
import { listCandidates, listTransactionBills } from './bills/candidates.ts'
import { changeSettings, getSettings } from './bills/settings.ts'
import { getToDecide } from './bills/toDecide.ts'
import { commentBill, fixBill, getBillWork, moveBill } from './bills/work.ts'
import type { Handlers } from './call.ts'
import { getDocument } from './documents.ts'
import { getImport, listImports, runImport, undoImport } from './imports.ts'
import { changeKeyNetworks, createKey, listKeys, revokeKey, rotateKey } from './keys.ts'
import { acceptLink, inspectLink, joinWorkspace } from './links.ts'
import { categorise, undoCategorise } from './lists/categorise.ts'
import { exportBills, exportTransactions } from './lists/exports.ts'
import { listBillRows, listTransactionRows } from './lists/rows.ts'
import { getBillTotals, getTransactionTotals } from './lists/totals.ts'
import { deleteView, listViews, saveView } from './lists/views.ts'
import {
  changeSettlementSettings,
  createMatch,
  decideSuggestion,
  deleteMatch,
  deletePayment,
  getSettlementSettings,
  listSuggestions,
} from './matching.ts'
import { getOverview } from './overview.ts'
import { changeRole, invitePerson, listPeople, removePerson, withdrawInvite } from './people.ts'
import { applyRules, changeRule, createRule, deleteRule, listRules } from './rules.ts'
import { listSessions, revokeSession, signIn, signOut, signOutEverywhere } from './sessions.ts'
import { chooseCategory, getCategoryAssignment } from './transactionCategories.ts'
import { dropUpload, listUploads, sendPiece, startUpload } from './uploads.ts'
import { getUsage } from './usage.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhookAttempts,
  listWebhooks,
  replayWebhook,
  rotateWebhookSecret,
  testWebhook,
} from './webhooks.ts'

export const handlers: Handlers = {
  getMe,
  signIn,
  signOut,
  signOutEverywhere,
  listSessions,
  revokeSession,
  inspectLink,
  acceptLink,
  joinWorkspace,
  changePassword,
  proposeSecondFactor,
  enableSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,
  createWorkspace,
  getOverview,
  renameWorkspace,
  createCompany,
  changeCompany,
  createAccount,
  changeAccount,
  getBalanceHistory,
  listKeys,
  createKey,
  rotateKey,
  changeKeyNetworks,
  revokeKey,
  getUsage,
  listWebhooks,
  createWebhook,
  changeWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  replayWebhook,
  listWebhookAttempts,
  listPeople,
  invitePerson,
  withdrawInvite,
  changeRole,
  removePerson,
  listAudit,
  listRules,
  createRule,
  changeRule,
  deleteRule,
  applyRules,
  chooseCategory,
  getCategoryAssignment,
  listTransactionRows,
  listBillRows,
  getTransactionTotals,
  getBillTotals,
  exportTransactions,
  exportBills,
  listViews,
  saveView,
  deleteView,
  categorise,
  undoCategorise,
  listSuggestions,
  decideSuggestion,
  createMatch,
  deleteMatch,
  deletePayment,
  getSettlementSettings,
  changeSettlementSettings,
  listUploads,
  startUpload,
  sendPiece,
  dropUpload,
  getBillDetails,
  getDocument,
  getBillWork,
  moveBill,
  fixBill,
  commentBill,
  listCandidates,
  listTransactionBills,
  getToDecide,
  getSettings,
  changeSettings,
  runImport,
  listImports,
  getImport,
  undoImport,
}
