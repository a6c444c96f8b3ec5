/** The index over the terms of all documents of all users. */
export const TEXT_INDEX = "document_terms";
