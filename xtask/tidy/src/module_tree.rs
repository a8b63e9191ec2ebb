//! The modules of one crate, read from its sources.

use std::collections::BTreeMap;

use syn::visit::{self, Visit};
use syn::{Attribute, Item, UseTree, Visibility};

/// A path from the crate root, one name per module.
type ModulePath = Vec<String>;

/// The modules of a crate by their paths.
#[derive(Debug, Default)]
pub(crate) struct ModuleTree {
    modules: BTreeMap<ModulePath, Module>,
}

#[derive(Debug, Default)]
struct Module {
    /// The file that holds it; an inline module has the file of its parent.
    file: String,
    /// Names that `pub use` makes available here, with their absolute paths; `None` for those of other crates.
    re_exports: BTreeMap<String, Option<ModulePath>>,
    /// Modules whose public names are all available here.
    globs: Vec<ModulePath>,
    /// Absolute paths that the code of the module names.
    mentions: Vec<ModulePath>,
}

impl ModuleTree {
    /// Reads the modules below a crate root. A file that does not parse is left to the compiler.
    pub(crate) fn read(root: &str, files: &BTreeMap<&str, &str>) -> ModuleTree {
        let mut tree = ModuleTree::default();
        let directory = root.rsplit_once('/').map_or("", |(directory, _)| directory);
        tree.read_file(root, directory, Vec::new(), files);
        tree
    }

    /// Lists which file names something of which other file.
    pub(crate) fn imports(&self) -> Vec<(String, String)> {
        let mut imports = Vec::new();
        for module in self.modules.values() {
            for path in &module.mentions {
                if let Some(target) = self.file_of(path, 0).filter(|target| *target != module.file) {
                    imports.push((module.file.clone(), target.to_owned()));
                }
            }
        }
        imports
    }

    fn read_file(&mut self, file: &str, directory: &str, path: ModulePath, files: &BTreeMap<&str, &str>) {
        let Some(Ok(parsed)) = files.get(file).map(|text| syn::parse_file(text)) else { return };
        self.read_items(file, directory, path, &parsed.items, files);
    }

    fn read_items(
        &mut self,
        file: &str,
        directory: &str,
        path: ModulePath,
        items: &[Item],
        files: &BTreeMap<&str, &str>,
    ) {
        let children: Vec<String> = items
            .iter()
            .filter_map(|item| match item {
                Item::Mod(module) => Some(module.ident.to_string()),
                _ => None,
            })
            .collect();
        let mut reader = Reader { here: &path, children: &children, module: Module::default() };
        reader.module.file = file.to_owned();
        for item in items.iter().filter(|item| !is_test(attributes(item))) {
            match item {
                Item::Mod(module) => {
                    let name = module.ident.to_string();
                    let below = format!("{directory}/{name}");
                    let path = path.iter().cloned().chain([name]).collect();
                    if let Some((_, items)) = &module.content {
                        self.read_items(file, &below, path, items, files);
                    } else {
                        let flat = format!("{below}.rs");
                        let file =
                            if files.contains_key(flat.as_str()) { flat } else { format!("{below}/mod.rs") };
                        self.read_file(&file, &below, path, files);
                    }
                }
                item => reader.visit_item(item),
            }
        }
        let module = reader.module;
        self.modules.insert(path, module);
    }

    /// Returns the file that defines what an absolute path names.
    fn file_of(&self, path: &[String], depth: usize) -> Option<&str> {
        // Re-exports of re-exports end; a glob that leads back to itself would not.
        if depth > 8 {
            return None;
        }
        let module_end = (0..=path.len()).rev().find(|end| self.modules.contains_key(&path[..*end]))?;
        let module = &self.modules[&path[..module_end]];
        let Some(name) = path.get(module_end) else { return Some(&module.file) };
        if let Some(target) = module.re_exports.get(name) {
            let target: Vec<_> = target.as_ref()?.iter().chain(&path[module_end + 1..]).cloned().collect();
            return self.file_of(&target, depth + 1);
        }
        let through_glob = module.globs.iter().find_map(|glob| {
            let known = self.modules.get(glob)?.re_exports.contains_key(name);
            let target: Vec<_> = glob.iter().chain(&path[module_end..]).cloned().collect();
            if known { self.file_of(&target, depth + 1) } else { None }
        });
        Some(through_glob.unwrap_or(&module.file))
    }
}

/// Collects the paths that one module names.
struct Reader<'a> {
    here: &'a [String],
    children: &'a [String],
    module: Module,
}

impl Reader<'_> {
    /// Returns the absolute path for one written here, or `None` if it leads out of the crate.
    fn absolute(&self, written: &[String]) -> Option<ModulePath> {
        let (first, rest) = written.split_first()?;
        match first.as_str() {
            "crate" => Some(rest.to_vec()),
            "self" => Some(self.here.iter().chain(rest).cloned().collect()),
            "super" => {
                let ups = written.iter().take_while(|name| *name == "super").count();
                let kept = self.here.len().checked_sub(ups)?;
                Some(self.here[..kept].iter().chain(&written[ups..]).cloned().collect())
            }
            child if self.children.iter().any(|known| known == child) => {
                Some(self.here.iter().chain(written).cloned().collect())
            }
            _ => None,
        }
    }

    fn use_tree(&mut self, prefix: &[String], tree: &UseTree, is_re_export: bool) {
        let with = |name: String| prefix.iter().cloned().chain([name]).collect::<Vec<_>>();
        let (written, name) = match tree {
            UseTree::Path(path) => {
                return self.use_tree(&with(path.ident.to_string()), &path.tree, is_re_export);
            }
            UseTree::Group(group) => {
                return group.items.iter().for_each(|tree| self.use_tree(prefix, tree, is_re_export));
            }
            UseTree::Glob(_) => (prefix.to_vec(), None),
            UseTree::Name(name) if name.ident == "self" => (prefix.to_vec(), prefix.last().cloned()),
            UseTree::Name(name) => (with(name.ident.to_string()), Some(name.ident.to_string())),
            UseTree::Rename(rename) => (with(rename.ident.to_string()), Some(rename.rename.to_string())),
        };
        let absolute = self.absolute(&written);
        match name {
            _ if !is_re_export => self.module.mentions.extend(absolute),
            Some(name) => drop(self.module.re_exports.insert(name, absolute)),
            None => self.module.globs.extend(absolute),
        }
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.use_tree(&[], &item.tree, !matches!(item.vis, Visibility::Inherited));
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let written: Vec<_> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if written.len() > 1
            && let Some(absolute) = self.absolute(&written)
        {
            self.module.mentions.push(absolute);
        }
        visit::visit_path(self, path);
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|condition| condition == "test")
    })
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}
