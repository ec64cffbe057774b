(class_heritage (identifier) @reference.inherit)
(class_heritage (member_expression object: (_) @receiver property: (_) @reference.inherit))
