import { describe, expect, it } from "vitest";

import { replaceMarkedSection } from "./marked-sections.ts";
import { renderMarkdown, renderPlain } from "./report.ts";

describe("marked sections", () => {
  const document = "# Page\n\n<!-- figures: a -->\nold\n<!-- /figures -->\n\nbetween\n\n<!-- figures: b -->\nkept\n<!-- /figures -->\n";

  it("are replaced alone, again and again", () => {
    const once = replaceMarkedSection(document, "a", "new\n");
    expect(once).toBe(document.replace("old", "new"));
    expect(replaceMarkedSection(once, "a", "new")).toBe(once);
  });

  it("are added at the end where there is none", () => {
    const added = replaceMarkedSection(document, "c", "more");
    expect(added).toBe(`${document}\n<!-- figures: c -->\nmore\n<!-- /figures -->\n`);
  });

  it("are left alone when the end is missing", () => {
    const broken = document.replace("<!-- /figures -->", "");
    expect(() => replaceMarkedSection(broken, "a", "new")).toThrow('"a" is opened but not closed');
  });
});

describe("reports", () => {
  const entry = { title: "Recall", note: "In points.", header: ["data", "recall@10"], rows: [["a|b", "81.0"]], textColumns: 1 };

  it("are the same table on the terminal and in Markdown", () => {
    expect(renderMarkdown([entry])).toBe("### Recall\n\nIn points.\n\n| data | recall@10 |\n|---|---:|\n| a\\|b | 81.0 |");
    expect(renderPlain([entry]).split("\n").map((line) => line.trimEnd())).toEqual(["Recall", "In points.", "data  recall@10", "────  ─────────", "a|b        81.0"]);
  });
});
